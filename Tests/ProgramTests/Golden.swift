import Foundation
import Replay

@testable import signup_bot

/// The golden transcripts.
enum Golden {
  static let paths: [String] = {
    let folder = Program.root.appendingPathComponent("transcripts")
      .resolvingSymlinksInPath().path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".chat") }.sorted().map { "transcripts/" + $0 }
  }()

  /// What transcripts can access when `signup-bot replay` replays them.
  static var access: Replayer.Access {
    var result = Replayer.Access { try? bytes($0) }
    result.services = Services.forReplay
    return result
  }

  /// The folder of a path.
  static func folder(_ path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Program.root.appendingPathComponent(path)))
  }
}
