import Glibc

/// Opens pages with the desktop's default program, if there is a desktop.
enum Opener {
  static let open: @Sendable (String) -> Bool = { link in
    guard Process.mayStartPrograms else { return false }
    guard Environment.variable("DISPLAY") != nil || Environment.variable("WAYLAND_DISPLAY") != nil
    else { return false }
    // Without access to the terminal.
    let child = ChildProcess(["xdg-open", link]) { actions in
      for descriptor: CInt in 0...2 {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
    }
    return child?.wait() == 0
  }
}
