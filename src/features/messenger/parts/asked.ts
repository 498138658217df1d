/** What somebody opens in the messenger, as one part (see `open-chat`). */
export { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
export { Legend } from '../legend.tsx'
export { PassDialog } from '../pass-dialog.tsx'
export { PictureViewer } from '../picture-viewer.tsx'
export { FoundElsewhere } from '../search-hits.tsx'
export { SoundOffer } from '../sound-offer.tsx'
export { TicketForm } from '../ticket-form.tsx'
