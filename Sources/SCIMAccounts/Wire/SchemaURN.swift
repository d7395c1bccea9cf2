/// The schema URNs of RFC 7643 and RFC 7644 that requests and responses contain.
enum SchemaURN {
  static let user = "urn:ietf:params:scim:schemas:core:2.0:User"
  static let enterpriseUser = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
  static let listResponse = "urn:ietf:params:scim:api:messages:2.0:ListResponse"
  static let searchRequest = "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
  static let patch = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
}
