import { isBlank } from '#src/domain/text/blank.ts'
import type { Attachment, CardContent } from '#src/contract/chats.ts'
import type { AttachmentService } from '../attachments/attachment-service.ts'
import { findAttachment } from '../store/chats/attachment-rows.ts'
import { readAttachmentId } from '../store/chats/attachment-url.ts'
import type { MessageRow } from '../store/chats/chat-tables.ts'
import type { SecretBox } from '../store/secrets/secret-box.ts'
import type { Db } from '../store/store.ts'
import type { OutgoingFile } from './channel.ts'
import { writeFileLink } from './file-links.ts'

export interface ComposeContext {
  db: Db
  secrets: SecretBox
  attachments: Pick<AttachmentService, 'read'>
  publicUrl: string | null
}

/** What a message says where there are no cards and buttons, and its files; null where a file is gone. */
export async function composeOutgoing(
  { db, secrets, attachments, publicUrl }: ComposeContext,
  message: Pick<MessageRow, 'text' | 'attachments'>,
  now: Date,
): Promise<{ text: string; files: OutgoingFile[] } | null> {
  const files: OutgoingFile[] = []
  for (const { contentUrl } of message.attachments) {
    const id = contentUrl === undefined ? null : readAttachmentId(contentUrl)
    if (id === null) continue
    const stored = await findAttachment(db, id)
    if (!stored) return null
    const { name, contentType } = stored
    const url = publicUrl === null ? null : writeFileLink(secrets, publicUrl, id, now)
    files.push({ name, contentType, url, read: () => attachments.read(stored) })
  }
  return { text: writeText(message), files }
}

function writeText({ text, attachments }: Pick<MessageRow, 'text' | 'attachments'>): string {
  return [text, ...attachments.flatMap(describeAttachment)].filter((part) => !isBlank(part)).join('\n')
}

function describeAttachment({ content, contentUrl = '' }: Attachment): string[] {
  return [...(content ? describeCard(content) : []), ...(/^https?:/.test(contentUrl) ? [contentUrl] : [])]
}

/** A button is a choice to be written back, or a link. */
function describeCard({ title = '', subtitle = '', text = '', buttons = [] }: CardContent): string[] {
  const choices = buttons.map(({ title: name, value }) =>
    /^(?:https?|tel|mailto):/.test(value) ? `${name}: ${value}` : `- ${name}`,
  )
  return [title, subtitle, text, ...choices]
}
