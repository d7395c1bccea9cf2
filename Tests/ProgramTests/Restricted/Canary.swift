import Foundation
import Testing

/// A file that an attempt leaves behind if it succeeds.
struct Canary {
  let path: String

  init(_ scratch: Scratch) {
    path = scratch.path + "/canary"
  }

  var isThere: Bool { FileManager.default.fileExists(atPath: path) }

  /// Creates programs that leave the file behind, with names that a program may look up in `$PATH`.
  ///
  /// - Returns: The programs' folder.
  func programs(_ names: String...) throws -> String {
    let folder = path + "-programs"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in names {
      try Data("#!/bin/sh\necho \"$0 $*\" >> \(path)\n".utf8)
        .write(to: URL(fileURLWithPath: folder + "/" + name))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder + "/" + name)
    }
    return folder
  }

  /// Expects that the attempt succeeds for the program's owner, which proves that it can, and fails
  /// for strangers.
  func tellsApart(
    _ doors: [Door] = Door.restricted, _ attempt: (Door) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try attempt(.ordinary)
    #expect(isThere, "the attempt has no effect", sourceLocation: sourceLocation)
    for door in doors {
      try? FileManager.default.removeItem(atPath: path)
      try attempt(door)
      #expect(!isThere, "by \(door)", sourceLocation: sourceLocation)
    }
  }
}
