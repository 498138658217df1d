/** Departments of the demonstration hotel. The front desk is the house's own: it can't be deleted. */
export const DEPARTMENTS: readonly { id: string; name: string; isAdmin: boolean }[] = [
  { id: 'queue-front-desk', name: 'Front Desk', isAdmin: true },
  { id: 'queue-housekeeping', name: 'Housekeeping', isAdmin: false },
  { id: 'queue-maintenance', name: 'Maintenance', isAdmin: false },
  { id: 'queue-concierge', name: 'Concierge', isAdmin: false },
  { id: 'queue-food', name: 'Food & Beverage', isAdmin: false },
]
