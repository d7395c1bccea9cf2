// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "signup-bot",
  products: [
    .executable(name: "signup-bot", targets: ["signup-bot"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .systemLibrary(
      name: "CLibEdit", providers: [.apt(["libedit-dev"])]),
    .systemLibrary(
      name: "CSodium", providers: [.apt(["libsodium-dev"])]),
    .target(name: "CTerminal"),
    .systemLibrary(
      name: "COniguruma", path: "Tests/COniguruma", providers: [.apt(["libonig-dev"])]),
    .target(name: "Secrets", dependencies: ["CSodium"], swiftSettings: strict),
    .target(
      name: "Accounts", dependencies: ["Secrets"],
      resources: [.embedInCode("Resources/common-passwords.txt")], swiftSettings: strict),
    .target(
      name: "Conversation", dependencies: ["Accounts", "Secrets"], swiftSettings: strict),
    .target(
      name: "Terminal", dependencies: ["CLibEdit", "CTerminal", "Secrets"],
      swiftSettings: strict),
    .target(
      name: "Transcripts", dependencies: ["Accounts", "Conversation", "Secrets"],
      swiftSettings: strict),
    .target(
      name: "Chat",
      dependencies: ["Accounts", "Conversation", "Secrets", "Terminal", "Transcripts"],
      swiftSettings: strict),
    .target(
      name: "Replaying",
      dependencies: [
        "Accounts", "Chat", "Conversation", "Secrets", "Terminal", "Transcripts",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "signup-bot",
      dependencies: [
        "Accounts", "Chat", "Conversation", "Replaying", "Secrets", "Terminal", "Transcripts",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SecretsTests", dependencies: ["Secrets"], swiftSettings: strict),
    .testTarget(
      name: "AccountsTests", dependencies: ["Accounts", "Secrets"], swiftSettings: strict),
    .testTarget(
      name: "ConversationTests", dependencies: ["Accounts", "Conversation", "Secrets"],
      swiftSettings: strict),
    .testTarget(
      name: "TranscriptsTests",
      dependencies: ["Accounts", "Conversation", "Secrets", "Transcripts"],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalTests", dependencies: ["CTerminal", "Secrets", "Terminal"],
      swiftSettings: strict),
    .testTarget(
      name: "ChatTests",
      dependencies: [
        "Accounts", "Chat", "Conversation", "Secrets", "Terminal", "Transcripts",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ReplayingTests",
      dependencies: [
        "Accounts", "Chat", "Conversation", "Replaying", "Secrets", "Terminal", "Transcripts",
      ],
      resources: [.copy("Resources/junit.xsd")], swiftSettings: strict),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "Accounts", "COniguruma", "Chat", "Conversation", "Replaying", "Secrets", "Transcripts",
        "signup-bot",
      ],
      swiftSettings: strict),
  ]
)
