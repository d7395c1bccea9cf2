/// The words that servers commonly use in their reasons: English words for what may be wrong with a
/// name, a password or a request, the attributes and error types of SCIM (RFC 7643 and RFC 7644),
/// and the terms of RFC 8265.
enum ServerVocabulary {
  /// Whether a word is in the vocabulary: in lower case, capitalised, or in upper case. Any other
  /// mix of cases could encode something.
  static func contains(_ word: Substring) -> Bool {
    let text = String(word)
    if attributes.contains(text) { return true }
    let lower = text.lowercased()
    guard words.contains(lower) else { return false }
    return text == lower || text == text.uppercased() || text.dropFirst() == lower.dropFirst()
  }

  private static func set(_ list: String) -> Set<String> {
    Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static let attributes = set(
    """
    OpaqueString ResourceType ServiceProviderConfig UserName UsernameCaseMapped
    UsernameCasePreserved costCenter displayName employeeNumber externalId familyName givenName
    honorificPrefix honorificSuffix invalidFilter invalidPath invalidSyntax invalidValue
    invalidVers lastModified middleName nickName noTarget phoneNumbers postalCode
    preferredLanguage profileUrl resourceType scimType sortBy sortOrder startIndex streetAddress
    tooMany userName userType x509Certificates
    """)

  private static let words = set(
    """
    a about above accept accepted access account accounts action active add added address
    addresses adjacent admin administrator admins affiliation again all allow allowed allowlist
    allows alphabetic alphanumeric already also alternate always an and another any api app
    application are array as ascii ask assigned at attempt attempts attribute attributes auth
    authenticated authentication authorization authorized available avoid bad banned basic be
    bearer because become been before begin beginning being below between bidi blacklist
    blacklisted blank blocked body boolean both breach breached breaches bulk by byte bytes
    called can cannot capital case change changed changes character characters check checked
    choose chosen city class classes client code codec combination comma common commonly compat
    complex complexity compromised conflict conflicting consecutive contact contain contained
    containing contains content contiguous core correct could count country create created
    creating creation credential credentials current cursor custom dash data database date days
    deactivated default defined delete deleted denied deny department dictionary did differ
    different digit digits disable disabled disallowed display division do does doesn domain
    domains don dot down due duplicate duplicated each easily easy either email emails empty
    enable enabled encode encoded encoding end ends enough enter enterprise entitlements entry
    equal equals error errors every exactly exceed exceeded exceeds exist existing exists expire
    expired expires expression extension external factor fail failed failing failure family
    fewer field fields filter find first fixed following for forbidden form format formatted
    forms found free from full future generic get github given group groups guess guessable
    guessed had has hash have help hibp hidden history hour hours html http https id identical
    identifier identity ietf if immutable ims in inactive include includes including incorrect
    index information insensitive insufficient integer internal into invalid is isn issue it its
    join json keep key keyboard known language last later latin leaked least leave length less
    letter letters like limit limited list listed locale locality location lock locked lockout
    login long longer look lower lowercase made make manager many match matches matching maximal
    maximum may message meta method middle min minimum minute minutes missing mobile mode
    modified modify more most multiple must mutability mutable name names need needed needs
    never new nickname no non none not nothing null number numbers numeric oauth object of off
    ok old on once one only operation option or organisation organization other otherwise otp
    our out over own owner page pages palindrome parameter params parsed parsing part parts pass
    passphrase password passwords patch path pattern period permission permissions permitted
    person personal phone photo photos please policies policy position possible post precis
    preferred prefix present previous previously primary private problem problems process
    processed profile prohibited property provide provided provider public punctuation put pwned
    quality quota range rate re read readonly reason receive received recent recently reference
    refused region registered registration reject rejected remain remove repeat repeated
    repeating repeats repetition request requested requests require required requirement
    requirements requires reserved reset resource resources rest restricted result retry reuse
    reused role roles rtl rule rules s said salted same satisfied satisfy says schema schemas
    scim score second seconds security see select send sensitive sent sequence sequences
    sequential server service session set several shall short shorter should sign signed similar
    simple single site size small something soon sorry sort special specified specify start
    starts state status street strength string strong stronger such suffix supplied support
    supported sure suspended suspicious symbol symbols syntax system t taken temporarily
    temporary tenant term terms than that the their them then there these they this three
    through time times timezone title to together token too top total try trying twice two type
    types unable unassigned unauthorized unavailable under underscore unexpected unicode unique
    uniqueness unknown unless unsupported until up update upper uppercase url urn use used user
    username usernames users uses using utf valid validate validated validation value values
    verification verified verify version very violate violated violates violation visit wait was
    we weak were when which while whitespace will wish with within without word words work works
    worthless would write wrong year years you your zero
    """)
}
