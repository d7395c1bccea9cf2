import Foundation
import TestSupport
import Testing

/// The real editor, without any of the user's configuration.
enum Vim {
  /// The class of each byte of each line: its syntax group without the prefix `chat`. One process
  /// reads all lines and recognises the transcript by the file's name.
  static func classes(of lines: [String], newline: String = "\n") throws -> [[String]] {
    let file = lines.map { $0 + newline }.joined()
    let seen = try run(
      """
      let seen = []
      for line in range(1, line('$'))
        call add(seen, join(map(range(1, len(getline(line))), 'synIDattr(synID(line, v:val, 1), "name")'), ','))
      endfor
      call writefile(seen, $HOME .. '/seen')
      """, on: file)
    var rows = seen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows.popLast() == "")
    return rows.map { row in
      row.isEmpty ? [] : row.split(separator: ",", omittingEmptySubsequences: false).map(name)
    }
  }

  /// The highlight group that each class is linked to; "" if it has none of its own.
  static func looks(of classes: Set<String>) throws -> [String: String] {
    let names = classes.sorted()
    let groups = names.map { "'chat\($0.prefix(1).uppercased())\($0.dropFirst())'" }
    let seen = try run(
      """
      let groups = [\(groups.joined(separator: ", "))]
      let seen = map(groups, 'synIDattr(synIDtrans(hlID(v:val)), "name")')
      call writefile(seen, $HOME .. '/seen')
      """, on: "@ transcript 1\n")
    let looks = seen.split(separator: "\n").map { $0.hasPrefix("chat") ? "" : String($0) }
    return Dictionary(zip(names, looks)) { $1 }
  }

  private static func name(_ group: Substring) -> String {
    guard group.hasPrefix("chat"), !group.hasSuffix("Line") else { return "" }
    return group.dropFirst(4).prefix(1).lowercased() + group.dropFirst(5)
  }

  /// Runs a script in Vim on a transcript and returns what it wrote to `$HOME/seen`.
  private static func run(_ script: String, on file: String) throws -> String {
    try Scratch.with { scratch in
      let file = try scratch.file("lines.chat", file)
      let script = try scratch.file("script.vim", script)
      let runtime = Program.root.path + "/.editors/vim"
      let status = try? Spawn.run(
        [
          "vim", "-es", "-u", "NONE", "-i", "NONE", "-n",
          "--cmd", "set encoding=utf-8 fileformats=unix,dos",
          "--cmd", "let &runtimepath = '\(runtime),' .. &runtimepath",
          "-c", "filetype on | syntax enable", "-c", "edit \(file)", "-c", "source \(script)",
          "-c", "qall!",
        ], environment: ["HOME": scratch.path, "PATH": "/usr/bin:/bin"],
        output: scratch.path + "/stdout", errors: scratch.path + "/stderr")
      let seen = try scratch.text("seen")
      try #require(
        status == 0 && !seen.isEmpty,
        "Debian's vim or vim-nox is wanted (vim-tiny has no syntax); status \(status ?? -1)")
      return seen
    }
  }
}
