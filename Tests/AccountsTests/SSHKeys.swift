import Foundation

/// Keys that `ssh-keygen` makes for the tests.
enum SSHKeys {
  /// The public keys by type and size, the lines of a private key, and a certificate.
  static let made: [String: String] = {
    let script = """
      cd "$(mktemp -d)" && trap 'rm -r "$PWD"' EXIT
      make() { ssh-keygen -q -t "$2" -b "$3" -N '' -C "${4-octo@dog}" -f "$1" </dev/null; }
      make ed25519 ed25519 256
      make ecdsa256 ecdsa 256 && make ecdsa384 ecdsa 384 && make ecdsa521 ecdsa 521
      make rsa1024 rsa 1024 && make rsa2048 rsa 2048 && make rsa4096 rsa 4096
      make bare ed25519 256 '' && make odd ed25519 256 'Größe 章鱼 " ssh-rsa'
      ssh-keygen -q -s rsa2048 -I id -n octodog ed25519.pub
      ssh-keygen -q -s rsa2048 -I id -n octodog rsa4096.pub
      ssh-keygen -q -s ed25519 -I id -n octodog ecdsa256.pub
      ssh-keygen -e -f rsa2048.pub > rfc4716.pub
      ssh-keygen -e -m PEM -f rsa2048.pub > pem.pub
      cp rsa2048 pem && ssh-keygen -q -p -m PEM -N '' -f pem > /dev/null
      cp rsa2048 pkcs8 && ssh-keygen -q -p -m PKCS8 -N 'secret passphrase' -f pkcs8 > /dev/null
      for file in *; do printf '= %s\\n' "$file"; cat "$file"; done
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    let output = Pipe()
    process.standardOutput = output
    do { try process.run() } catch { return [:] }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var files: [String: String] = [:]
    var name = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("= ") {
        name = String(line.dropFirst(2))
        files[name] = ""
      } else {
        files[name, default: ""] += line + "\n"
      }
    }
    return files
  }()

  /// The first line of a file.
  static func line(_ name: String) -> String {
    made[name]?.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Keys on a security key, and a DSA key, made once: the former take hardware, and newer versions
  /// of OpenSSH don't make the latter.
  static let securityKeyEd25519 =
    "sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAICMunkFU7nrMo+nyV936a3"
    + "7Z7ADip5MiG4Cfk35TNEZqAAAABHNzaDo= octo@dog"
  static let securityKeyECDSA256 =
    "sk-ecdsa-sha2-nistp256@openssh.com AAAAInNrLWVjZHNhLXNoYTItbmlzdHAyNTZAb3BlbnNzaC5jb20AAAAIbm"
    + "lzdHAyNTYAAABBBAYs/xDwZCx5Pi2tevzNyNoK8JiIoQUt9JLULqKhKNXbO2TEls+GLMC3QS4s3Sd4f/ASvqTHG3e7"
    + "dF5DLXhkZmQAAAAEc3NoOg== octo@dog"
  static let dsa =
    "ssh-dss AAAAB3NzaC1kc3MAAACBAJPobIAB1OE7YijyQboy3ZU1aXWnmrR90izkKCUVINboSLaI2PbpgxzO5K2DgsVlo8"
    + "ixjeI87JXuazWG0W63V2DDL0PBcip5wb9NAnZp+0pbYvOAXf82IItSkA2IG/eafC4Hz0nyNmmT9Wk2w0HbfxWGL8VT"
    + "HdF+e/byRjZ2DU1fAAAAFQCrjteFPM28Trq23C7t0zhvtFXAwQAAAIBg1L1/QmBzw3JSOY0rqZNnzxLbcfjPBouRya"
    + "2BOk2kp+qqBj7oJL8+V36sPispHUAHyP8uqsKTppzTy5gP1uguV/4P7hjcbWAkKVbUNC7vOpoUk1rFcgL62bI5E3a2"
    + "IxecZ43YQ0vwDdnYjfJHhNbzAlqLnFn2yReCLSlmxguMHwAAAIBqqTBL2L97T1GZbperdeXpVG8y6i2edQUYAx8KtC"
    + "7wQNUIRqgcjH5pKWZVEi7H9PvN3gqC/ZHms08DpSh/WYRfr2MEuj2AZCsIU/fwY00agp6fN1dRPIymSzBwMPYUHIDb"
    + "vQfZmd1dinHX44XwR5cufEdmSdNs2v2p8QIJEjYfHQ== octo@dog"
}
