/** Where an attachment is served (CONTRACT section 5: on the environment's own host, behind the Bearer token). */
export function attachmentUrl(id: string): string {
  return `/api/attachments/${id}`
}
