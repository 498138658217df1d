import { useContext, useMemo } from 'react'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import { AddPage } from '#src/ui/list/form/add-page.tsx'
import { EditForm } from '#src/ui/list/form/edit-form.tsx'
import type { EditPageProps, ListPageProps } from '#src/ui/list/list-page.ts'
import { declareSegmentForm } from './declare-segment-form.tsx'
import { SEGMENT_LIST_URL } from './declare-segments.ts'
import { useSegments } from './online-queries.ts'
import { SegmentPreviewBox } from './segment-preview.tsx'

/** `/cronCampaigns/addsegment`: admins. */
export function SegmentAddPage({ unsaved, navigate }: ListPageProps) {
  const source = useSegments()
  const definition = useDefinition(true, source.readOnly)
  const goBack = () => navigate(SEGMENT_LIST_URL)
  return <AddPage {...{ definition, source, unsaved }} onBack={goBack} onAdded={goBack} />
}

/** `/cronCampaigns/addsegment?segment={id}`. */
export function SegmentEditPage({ id, unsaved, navigate }: EditPageProps) {
  const source = useSegments()
  const definition = useDefinition(false, source.readOnly)
  return <EditForm {...{ definition, source, id, unsaved }} onBack={() => navigate(SEGMENT_LIST_URL)} />
}

function useDefinition(isNew: boolean, readOnly: string | null) {
  const { campaigns: canCount } = useStore(useContext(CapabilitiesContext))
  return useMemo(
    () =>
      declareSegmentForm({
        isNew,
        renderPreview: canCount
          ? ({ values }) => <SegmentPreviewBox values={values} readOnly={readOnly} />
          : null,
      }),
    [isNew, canCount, readOnly],
  )
}
