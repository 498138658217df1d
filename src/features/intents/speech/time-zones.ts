/** The zones whose time a preview says (specification section 2, Intents); the first is where it begins. */
export const PREVIEW_ZONES = [
  { label: 'EST New York', value: 'America/New_York' },
  { label: 'CDT Chicago', value: 'America/Chicago' },
  { label: 'PDT Los Angeles', value: 'America/Los_Angeles' },
  { label: 'MST Phoenix', value: 'America/Phoenix' },
] as const
