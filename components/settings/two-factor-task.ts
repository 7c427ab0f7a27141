/** The props of every dialog of the two-factor card. */
export interface TwoFactorTask {
  /** Accounts that only sign in through a provider have none to ask for. */
  hasPassword: boolean;
  /** The server's state is another one now. */
  onChanged: () => void;
  onClose: () => void;
}
