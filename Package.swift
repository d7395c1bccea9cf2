// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What the dynamic loader does takes a part of each start: nearly 90,000 relocations, which the
// default linker can't pack, 9,000 exported symbols that nothing imports, and the C++ library.
let quickStart = LinkerSetting.unsafeFlags([
  "-Xclang-linker", "-fuse-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
  "-Xlinker", "--no-export-dynamic", "-L", "\(Context.packageDirectory)/Sources/Linking",
])

// Otherwise, the runtime looks up what the compiler knows: the generic types of the options.
let knownTypes = SwiftSetting.unsafeFlags([
  "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors",
])

let package = Package(
  name: "signup-bot",
  products: [
    .executable(name: "signup-bot", targets: ["signup-bot"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibEdit", providers: [.apt(["libedit-dev"])]),
    .systemLibrary(
      name: "CSodium", providers: [.apt(["libsodium-dev"])]),
    .target(name: "CCurl"),
    .target(name: "CPattern"),
    .target(name: "CTerminal"),
    .target(name: "CText"),
    .systemLibrary(
      name: "COniguruma", path: "Tests/COniguruma", providers: [.apt(["libonig-dev"])]),
    .target(name: "Secrets", dependencies: ["CSodium"], swiftSettings: strict),
    .target(name: "Text", dependencies: ["CText"], swiftSettings: strict),
    .target(name: "Runtime", swiftSettings: strict),
    .target(
      name: "Accounts", dependencies: ["CPattern", "Secrets", "Text"],
      resources: [.embedInCode("Resources/common-passwords.txt")], swiftSettings: strict),
    .target(
      name: "Conversation", dependencies: ["Accounts", "Secrets", "Text"], swiftSettings: strict),
    .target(
      name: "Terminal", dependencies: ["CLibEdit", "CTerminal", "Runtime", "Secrets", "Text"],
      swiftSettings: strict),
    .target(
      name: "Transcripts", dependencies: ["Accounts", "Conversation", "Secrets", "Text"],
      swiftSettings: strict),
    .target(
      name: "Chat",
      dependencies: [
        "Accounts", "Conversation", "Runtime", "Secrets", "Terminal", "Text", "Transcripts",
      ],
      swiftSettings: strict),
    .target(
      name: "Replay",
      dependencies: [
        "Accounts", "Chat", "Conversation", "Runtime", "Secrets", "Text", "Transcripts",
      ],
      swiftSettings: strict),
    .target(
      name: "HTTP", dependencies: ["Accounts", "CCurl", "Runtime", "Secrets"],
      swiftSettings: strict),
    .target(
      name: "GitHubAccounts", dependencies: ["Accounts", "HTTP", "Secrets", "Text"],
      swiftSettings: strict),
    .target(
      name: "SCIMAccounts", dependencies: ["Accounts", "HTTP", "Runtime", "Secrets", "Text"],
      swiftSettings: strict),
    .target(
      name: "SQLiteAccounts",
      dependencies: [
        "Accounts", "CSodium", "Runtime", "Secrets", "Text",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "signup-bot",
      dependencies: [
        "Accounts", "Chat", "Conversation", "GitHubAccounts", "HTTP", "Replay",
        "Runtime", "SCIMAccounts", "SQLiteAccounts", "Secrets", "Terminal", "Text", "Transcripts",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict + [knownTypes], linkerSettings: [quickStart]),
    .target(
      name: "AccountContract", dependencies: ["Accounts", "Secrets"],
      path: "Tests/AccountContract", swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["Accounts"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "FaultServer", dependencies: ["TestSupport"], path: "Tests/FaultServer",
      swiftSettings: strict),
    .target(
      name: "ScimServer", dependencies: ["FaultServer", "TestSupport"], path: "Tests/ScimServer",
      swiftSettings: strict),
    .testTarget(
      name: "HTTPTests",
      dependencies: [
        "Accounts", "FaultServer", "HTTP", "Secrets",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GitHubAccountsTests",
      dependencies: [
        "AccountContract", "Accounts", "FaultServer", "GitHubAccounts", "HTTP", "Secrets",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SCIMAccountsTests",
      dependencies: [
        "AccountContract", "Accounts", "FaultServer", "HTTP", "SCIMAccounts", "ScimServer",
        "Secrets", "Text",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SQLiteAccountsTests",
      dependencies: [
        "AccountContract", "Accounts", "Runtime", "SQLiteAccounts", "Secrets", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RuntimeTests", dependencies: ["Runtime", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SecretsTests", dependencies: ["Accounts", "Secrets", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "TextTests", dependencies: ["Accounts", "TestSupport", "Text"],
      swiftSettings: strict),
    .testTarget(
      name: "AccountsTests",
      dependencies: [
        "AccountContract", "Accounts", "FaultServer", "Secrets", "TestSupport", "Text",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ConversationTests",
      dependencies: ["Accounts", "Conversation", "Secrets", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "TranscriptsTests",
      dependencies: ["Accounts", "Conversation", "Secrets", "TestSupport", "Transcripts"],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "Accounts", "CTerminal", "Chat", "Conversation", "Runtime", "Secrets", "Terminal",
        "TestSupport", "Text",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ChatTests",
      dependencies: [
        "Accounts", "Chat", "Conversation", "Runtime", "Secrets", "Terminal", "TestSupport", "Text",
        "Transcripts",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ReplayTests",
      dependencies: [
        "Accounts", "Chat", "Conversation", "Replay", "Runtime", "Secrets", "Terminal",
        "TestSupport", "Transcripts",
      ],
      resources: [.copy("Resources/junit.xsd")], swiftSettings: strict),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "Accounts", "COniguruma", "FaultServer", "ScimServer", "Chat", "Conversation", "Replay",
        "Runtime", "Secrets", "Terminal", "TestSupport", "Transcripts", "signup-bot",
      ],
      swiftSettings: strict),
  ]
)
