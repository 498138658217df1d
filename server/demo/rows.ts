import type { Attachment, StaffRef } from '#src/contract/chats.ts'
import type { GuestInfo } from '#src/contract/guest-info.ts'

/** A whole chat of the demonstration, as the bulk writer takes it. */
export interface DemoChat {
  id: string
  displayName: string
  source: 'web' | 'sms' | 'facebook'
  guestId: string
  createdAt: Date
  pausedAt: Date | null
  /** Since when the guest waits for a person; null: they don't. */
  helpAt: Date | null
  user: StaffRef | null
  info: GuestInfo | null
  /** In order; times rise strictly. */
  messages: DemoMessage[]
  files: DemoFile[]
}

export interface DemoMessage {
  id: string
  text: string
  sentByGuest: boolean
  type: 'text' | 'card' | 'event'
  createdAt: Date
  attachments: Attachment[]
  user: StaffRef | null
}

export interface DemoFile {
  id: string
  contentType: 'image/png' | 'application/pdf'
  name: string
  bytes: Uint8Array
}

/** A sign-in of the demonstration hotel (CONTRACT section 9). */
export interface DemoUser extends StaffRef {
  username: string
  role: 0 | 1 | 2 | 3 | 4
}
