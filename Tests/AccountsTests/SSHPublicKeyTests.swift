import Accounts
import Foundation
import TestSupport
import Testing

/// The rule `ssh-public-key`, against real keys.
@Suite(OwnThreads())
struct SSHPublicKeyTests {
  private static let question = FormQuestion(name: "key", rule: .sshPublicKey)

  private func verdict(_ key: String) -> Verdict { Verdict(Self.question.judge(key)) }

  static let accepted = [
    "ed25519", "ecdsa256", "ecdsa384", "ecdsa521", "rsa2048", "rsa4096", "bare", "odd",
  ]

  @Test(arguments: accepted)
  func `a key of ssh-keygen is accepted, and kept as it is`(name: String) {
    let key = SSHKeys.line(name + ".pub")
    #expect(!key.isEmpty)
    #expect(verdict(key) == .ok(.answerAcceptable), "\(key)")
    #expect(Self.question.kept(key) == key)
  }

  @Test(arguments: [SSHKeys.securityKeyEd25519, SSHKeys.securityKeyECDSA256])
  func `a key on a security key is accepted`(key: String) {
    #expect(verdict(key) == .ok(.answerAcceptable))
  }

  @Test func `an RSA key of too few bits is refused with the least number`() {
    let judgement = Self.question.judge(SSHKeys.line("rsa1024.pub"))
    #expect(judgement == .failed([.init(.reason(.sshKeyTooShort), limit: 2_048)]))
  }

  @Test func `a DSA key is refused`() {
    #expect(verdict(SSHKeys.dsa) == .failed([.sshKeyIsDSA]))
  }

  @Test(arguments: ["ed25519-cert.pub", "rsa4096-cert.pub", "ecdsa256-cert.pub"])
  func `a certificate is refused`(name: String) {
    #expect(SSHKeys.line(name).contains("-cert-v01@openssh.com "))
    #expect(verdict(SSHKeys.line(name)) == .failed([.sshKeyIsCertificate]))
  }

  @Test(arguments: ["ed25519", "rsa2048", "pem", "pkcs8"])
  func `a private key is refused, and can be told by its first line`(name: String) throws {
    let file = try #require(SSHKeys.made[name])
    let lines = file.split(separator: "\n").map(String.init)
    #expect(lines[0].hasSuffix(" PRIVATE KEY-----"))
    // A paste may lose its line ends, or turn them into spaces.
    for text in [lines[0], lines.joined(), lines.joined(separator: " ")] {
      #expect(looksLikePrivateKey(text))
      #expect(verdict(text) == .failed([.sshKeyIsPrivate]))
    }
  }

  @Test func `the body of a private key of OpenSSH is refused without its first line`() throws {
    let lines = try #require(SSHKeys.made["ed25519"]).split(separator: "\n").map(String.init)
    #expect(looksLikePrivateKey(lines[1]))
    #expect(verdict(lines[1]) == .failed([.sshKeyIsPrivate]))
  }

  @Test(arguments: [
    "-----BEGIN PGP PRIVATE KEY BLOCK-----", "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----",
    "PuTTY-User-Key-File-3: ssh-ed25519", "PuTTY-User-Key-File-2: ssh-rsa",
    "SSH PRIVATE KEY FILE FORMAT 1.1", "my key: -----BEGIN EC PRIVATE KEY-----",
  ])
  func `the beginning of a private key in another format is refused`(text: String) {
    #expect(looksLikePrivateKey(text))
    #expect(verdict(text) == .failed([.sshKeyIsPrivate]))
  }

  @Test func `a public key, a certificate and plain words don't look like a private key`() {
    for (name, file) in SSHKeys.made where name.hasSuffix(".pub") {
      #expect(!looksLikePrivateKey(file), "\(name)")
    }
    let words = ["", "-", "PRIVATE KEY", "-----BEGIN PUBLIC KEY-----", " PRIVATE KEY --BEGIN x"]
    for text in words { #expect(!looksLikePrivateKey(text), "\(text)") }
  }

  @Test func `a key in another format than a line of OpenSSH's is refused`() {
    for name in ["rfc4716.pub", "pem.pub"] {
      #expect(SSHKeys.line(name).contains("BEGIN"))
      #expect(verdict(SSHKeys.line(name)) == .failed([.sshKeyNeedsType]))
    }
  }

  @Test(arguments: ["no-pty", "command=\"ssh-rsa x\",no-pty", "from=\"10.0.0.1 ,::1\"", "1"])
  func `options before the type are refused`(options: String) {
    #expect(verdict(options + " " + SSHKeys.line("ed25519.pub")) == .failed([.sshKeyHasOptions]))
  }

  @Test(arguments: [
    ("x", VerdictReason.sshKeyNeedsType), ("AAAA", .sshKeyNeedsType), (" ", .sshKeyNeedsType),
    ("ssh-ed25519", .sshKeyDamaged), ("ssh-ed25519 ", .sshKeyDamaged),
    ("ssh-rsa AAAA", .sshKeyDamaged),
    ("ssh-foo AAAA", .sshKeyTypeUnknown), ("rsa-sha2-512 AAAA", .sshKeyNeedsType),
    ("ssh-rsa-cert-v01@openssh.com AAAA", .sshKeyIsCertificate),
    ("ssh-xmss@openssh.com AAAA", .sshKeyTypeUnknown), ("SSH-ED25519 AAAA", .sshKeyNeedsType),
    ("ssh-ed25519 *", .sshKeyDamaged), ("ssh-ed25519\u{A0}AAAA", .sshKeyTypeUnknown),
  ])
  func `what is no key is refused`(text: String, reason: VerdictReason) {
    #expect(verdict(text) == .failed([reason]))
  }

  @Test func `a key under another type's name is refused`() {
    let keys =
      Self.accepted.map { SSHKeys.line($0 + ".pub") }
      + [SSHKeys.securityKeyEd25519, SSHKeys.securityKeyECDSA256]
    for key in keys {
      let words = key.split(separator: " ", maxSplits: 1)
      for type in Set(keys.map { $0.prefix { $0 != " " } }) where type != words[0] {
        #expect(verdict("\(type) \(words[1])") == .failed([.sshKeyTypeDiffers]))
      }
    }
  }

  @Test func `a key that is cut off, or has bytes behind it, is refused`() throws {
    for name in ["ed25519.pub", "ecdsa384.pub", "rsa2048.pub"] {
      let words = SSHKeys.line(name).split(separator: " ")
      let bytes = [UInt8](try #require(Data(base64Encoded: String(words[1]))))
      func verdict(_ bytes: some Sequence<UInt8>) -> Verdict {
        self.verdict("\(words[0]) \(Data(bytes).base64EncodedString())")
      }
      #expect(verdict(bytes) == .ok(.answerAcceptable))
      for count in 0..<bytes.count {
        #expect(verdict(bytes.prefix(count)) == .failed([.sshKeyDamaged]))
      }
      for tail in [[0], [0, 0, 0, 0], [0, 0, 0, 1, 65]] as [[UInt8]] {
        #expect(verdict(bytes + tail) == .failed([.sshKeyDamaged]))
      }
    }
  }

  @Test func `base64 with anything else in it, or without its padding, is refused`() throws {
    let words = SSHKeys.line("rsa2048.pub").split(separator: " ")
    let padded = SSHKeys.securityKeyEd25519.split(separator: " ")
    #expect(padded[1].hasSuffix("="))
    for text in [
      "\(words[0]) \(words[1])!", "\(words[0]) \(words[1])=", "\(words[0]) \(words[1].dropLast())",
      "\(words[0]) \(words[1].replacing("/", with: "_").replacing("+", with: "-"))-",
      "\(padded[0]) \(padded[1].dropLast())", "\(padded[0]) \(padded[1])=",
      "\(words[0]) \(words[1].prefix(40)) \(words[1].dropFirst(40))",
    ] {
      #expect(verdict(text) == .failed([.sshKeyDamaged]), "\(text)")
    }
  }

  @Test func `base64 with a character above ASCII is refused`() {
    let key = SSHKeys.line("bare.pub")
    for value in UInt32(0x80)...0x3FF {
      let letter = String(Unicode.Scalar(value)!)
      #expect(
        verdict(key.dropLast(20) + letter + letter + key.suffix(16)) != .ok(.answerAcceptable))
    }
  }

  @Test(arguments: ["\t", "\n", "\u{1B}[31m", "\0", "\u{7F}", "\u{9B}"])
  func `a control character is never accepted, also not in the comment`(text: String) {
    let key = SSHKeys.line("ed25519.pub")
    #expect(verdict(key + text) == .failed([.answerHasControlCharacter]))
    let other = key.replacing(" ", with: text, maxReplacements: 1)
    #expect(verdict(other) == .failed([.answerHasControlCharacter]))
  }

  @Test func `numbers of an RSA key that are none are refused`() throws {
    func string(_ bytes: [UInt8]) -> [UInt8] {
      withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Array($0) } + bytes
    }
    func verdict(_ exponent: [UInt8], _ modulus: [UInt8]) -> Verdict {
      let bytes = string(Array("ssh-rsa".utf8)) + string(exponent) + string(modulus)
      return self.verdict("ssh-rsa \(Data(bytes).base64EncodedString())")
    }
    func odd(_ bytes: Int, first: UInt8) -> [UInt8] {
      [first] + [UInt8](repeating: 0xAA, count: bytes - 2) + [0xAB]
    }
    let (exponent, modulus): ([UInt8], [UInt8]) = ([1, 0, 1], [0] + odd(256, first: 0x80))
    #expect(verdict(exponent, modulus) == .ok(.answerAcceptable))
    #expect(verdict(exponent, odd(256, first: 0x7F)) == .failed([.sshKeyTooShort]))
    #expect(verdict(exponent, odd(257, first: 0x01)) == .ok(.answerAcceptable))
    #expect(verdict(exponent, [0] + odd(2_048, first: 0x80)) == .ok(.answerAcceptable))
    let damaged: [([UInt8], [UInt8])] = [
      (exponent, odd(256, first: 0x80)), (exponent, [0, 0] + odd(256, first: 0x80)),
      (exponent, [0] + odd(257, first: 0x7F)), (exponent, []), (exponent, [0]),
      (exponent, odd(2_049, first: 0x01)), (exponent, modulus.dropLast() + [0xAA]),
      ([], modulus), ([0], modulus), ([1], modulus), ([2], modulus), ([0x81], modulus),
    ]
    for (exponent, modulus) in damaged {
      #expect(verdict(exponent, modulus) == .failed([.sshKeyDamaged]))
    }
  }

  @Test func `a changed key is never accepted as another type, and never ends the program`() {
    let keys =
      Self.accepted.map { Array(SSHKeys.line($0 + ".pub").utf8) }
      + [Array(SSHKeys.securityKeyEd25519.utf8), Array(SSHKeys.securityKeyECDSA256.utf8)]
    var (accepted, refused) = (0, 0)
    for var fuzz in FuzzCase.cases(4_000) {
      let key = String(
        decoding: fuzz.mutated(fuzz.pick(keys), ["AAAA", "=", " ", "ssh-rsa "]), as: UTF8.self)
      guard verdict(key) == .ok(.answerAcceptable) else {
        refused += 1
        continue
      }
      accepted += 1
      // The type is also encoded: its length, then its name.
      let words = key.split(separator: " ")
      let bytes = Data(base64Encoded: String(words[1])) ?? Data()
      #expect(bytes.dropFirst(4).starts(with: words[0].utf8), "\(fuzz.name)")
      #expect(bytes.prefix(4).elementsEqual([0, 0, 0, UInt8(words[0].utf8.count)]), "\(fuzz.name)")
      #expect(!key.unicodeScalars.contains { $0.value < 0x20 }, "\(fuzz.name)")
    }
    #expect(accepted + refused == 1 || accepted > 100 && refused > 1_000)
  }
}
