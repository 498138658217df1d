/** What is said to a person by an alert. */
export interface AlertMessage {
  /** The delivery's: the same at every attempt. */
  id: string
  /** When it was caused. */
  at: Date
  /** One line, and lines. */
  subject: string
  text: string
  /** All of it in one short line, for an SMS. */
  short: string
}

/** Somebody who can never be reached so, and why, in words for an admin. */
export interface Refusal {
  to: string
  reason: string
}

/** What became of an attempt. Whoever is in neither part has the message. */
export interface SendOutcome {
  refused: Refusal[]
  /** Who may be reached at another time; `afterSeconds` is the other side's wish, null where it has none. */
  later: { to: string[]; reason: string; afterSeconds: number | null } | null
}

/** Sends one kind of alert. Never throws for what the other side does. */
export interface AlertSender {
  send(message: AlertMessage, to: string[], stopped: AbortSignal): Promise<SendOutcome>
}
