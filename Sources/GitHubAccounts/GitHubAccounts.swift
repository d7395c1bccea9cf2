import Accounts
