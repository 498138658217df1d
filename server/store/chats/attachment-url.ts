/** Where an attachment is served (CONTRACT section 5: on the environment's own host, behind the Bearer token). */
export function attachmentUrl(id: string): string {
  return `/api/attachments/${id}`
}

/** The id in such an address; null for any other. */
export function readAttachmentId(url: string): string | null {
  return /^\/api\/attachments\/([^/?#]+)$/.exec(url)?.[1] ?? null
}
