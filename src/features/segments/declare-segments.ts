import { BUILT_IN_SEGMENTS, type Segment } from '#src/contract/segments.ts'
import type { ListDefinition } from '#src/ui/list/declare-list.ts'
import { segmentUrl } from './segment-address.ts'

export const SEGMENT_LIST_URL = '/cronCampaigns/segmentation'
const SEGMENT_ADD_URL = '/cronCampaigns/addsegment'

/** The list of segments (specification sections 2 and 3): no checkboxes and no add block. */
export const SEGMENTS: ListDefinition<Segment> = {
  type: 'segment',
  title: 'Segmentation',
  noun: { one: 'segment', many: 'segments' },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  isUndeletable: isBuiltIn,
  isUrlDriven: true,
  hasEdit: true,
  editUrl: ({ id }) => segmentUrl(id),
  hasCheckboxes: false,
  addUrl: SEGMENT_ADD_URL,
  addLabel: 'Add segment',
  askRemoval: ({ name }) => ({
    title: `Delete the segment “${name}”?`,
    words: 'It can not be brought back. Guests are not deleted with it.',
    confirmLabel: 'Delete the segment',
  }),
  columns: [
    {
      key: 'name',
      header: 'SEGMENT NAME',
      kind: 'text',
      width: 'minmax(180px, 1fr)',
      read: ({ name }) => name,
    },
  ],
}

/** Whether every hotel has it: also where the environment does not mark it. */
export function isBuiltIn({ id, undeletable }: Pick<Segment, 'id' | 'undeletable'>): boolean {
  return undeletable ?? BUILT_IN_SEGMENTS.some((name) => name === id)
}
