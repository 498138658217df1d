import * as v from 'valibot'
import { failInvalid } from '../../errors.ts'
import { OWN_DIALOGS } from '../bot/dialog.ts'
import { readDialog } from '../bot/intents.ts'
import type { Tx } from '../store.ts'
import { isBuiltIn, readSegment } from './segments.ts'

const namesSchema = v.object({
  segment: v.string(),
  dialog: v.string(),
  redirectTo: v.optional(v.string(), ''),
})

/** Throws 422 where the segment or a dialog that a campaign names is not there any more. */
export async function checkCampaign(tx: Tx, config: object): Promise<void> {
  const { segment, dialog, redirectTo } = v.parse(namesSchema, config)
  if (!isBuiltIn(segment) && !(await readSegment(tx, segment)))
    throw failInvalid(`The segment '${segment}' is not there any more. Choose another one.`)
  if (!(await readDialog(tx, dialog)))
    throw failInvalid('The dialog is not there any more. Choose another one.')
  const isOwn = OWN_DIALOGS.some(({ id }) => id === redirectTo)
  if (redirectTo !== '' && !isOwn && !(await readDialog(tx, redirectTo)))
    throw failInvalid('The dialog that guests are led to is not there any more. Choose another one.')
}
