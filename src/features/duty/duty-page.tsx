import { useContext, useMemo } from 'react'
import type { StaffMember } from '#src/contract/staff.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import { EditForm } from '#src/ui/list/form/edit-form.tsx'
import type { EditPageProps, ListPageProps } from '#src/ui/list/list-page.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import { declareShifts, type ShiftsContext } from './declare-shifts.tsx'
import { useStaff } from './online-queries.ts'
import { toShifts, type DutyShift } from './shifts.ts'
import { useShifts } from './use-shifts.ts'
import { WeekPicture } from './week-picture.tsx'

/** `/config/agent-on-duty` (specification section 2): who is on duty when, and the week that comes of it. */
export function DutyPage(page: ListPageProps) {
  return useHasStaff() ? <DutyOfStaff {...page} /> : <DutyList {...page} staff={undefined} hasStaff={false} />
}

/** `/config/agentOnDuty/edit/{id}`. */
export function ShiftEditPage(page: EditPageProps) {
  return useHasStaff() ? (
    <EditOfStaff {...page} />
  ) : (
    <EditShift {...page} staff={undefined} hasStaff={false} />
  )
}

type StaffProps = Pick<ShiftsContext, 'hasStaff' | 'staff'>

function DutyOfStaff(page: ListPageProps) {
  return <DutyList {...page} staff={useStaff().rows} hasStaff />
}

function EditOfStaff(page: EditPageProps) {
  return <EditShift {...page} staff={useStaff().rows} hasStaff />
}

function DutyList({ staff, hasStaff, ...page }: ListPageProps & StaffProps) {
  const source = useShifts(hasStaff)
  const timeZone = readOwnZone()
  const definition = useDefinition({ staff, hasStaff }, source.rows)
  return (
    <ListScreen definition={definition} source={source} lead={writeLead(timeZone, hasStaff)} {...page}>
      {source.rows !== undefined && (
        <WeekPicture shifts={toShifts(source.rows, timeZone)} staff={staff} timeZone={timeZone} />
      )}
    </ListScreen>
  )
}

function EditShift({ staff, hasStaff, id, unsaved, navigate }: EditPageProps & StaffProps) {
  const source = useShifts(hasStaff)
  const definition = useDefinition({ staff, hasStaff }, source.rows)
  return (
    <EditForm
      definition={definition}
      source={source}
      id={id}
      unsaved={unsaved}
      onBack={() => navigate('/config/agent-on-duty')}
    />
  )
}

function useDefinition({ staff, hasStaff }: StaffProps, rows: readonly DutyShift[] | undefined) {
  const used = (rows ?? []).map(({ first }) => first.timeZone ?? '')
  const zones = [...new Set([readOwnZone(), ...used.filter((zone) => zone !== '')])].join('\n')
  const hasHotelZone = used.includes('')
  return useMemo(
    () => declareShifts({ hasStaff, staff: sortByName(staff), zones: zones.split('\n'), hasHotelZone }),
    [hasStaff, staff, zones, hasHotelZone],
  )
}

function useHasStaff(): boolean {
  return useStore(useContext(CapabilitiesContext)).staff
}

/** In the order of their names. */
function sortByName(staff: readonly StaffMember[] | undefined): readonly StaffMember[] | undefined {
  return staff?.toSorted((one, other) => one.name.localeCompare(other.name))
}

/** The person's own time zone, by which times run (specification section 5). */
function readOwnZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

function writeLead(timeZone: string, hasStaff: boolean): string {
  const zone = timeZone.replaceAll('_', ' ')
  return hasStaff
    ? `Who is alerted when a guest needs help. Times run in your time zone, ${zone}, unless a shift says another.`
    : `Who is alerted when a guest needs help. Your time zone is ${zone}; this environment is not told it, and takes the times by its own clock.`
}
