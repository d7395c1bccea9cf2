/// Why a hash could not be made. Reveals nothing about the password.
package enum HashFailure: Error {
  case outOfMemory
}
