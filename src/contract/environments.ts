import * as v from 'valibot'

const ENVIRONMENT_VALUES = ['prod', 'stage', 'qa', 'dev', 'local'] as const

/** One entry of `/environments.json` (CONTRACT section 7). `url` is `host[:port]`; `"."` is the page's own host. */
const environmentSchema = v.object({
  key: v.string(),
  label: v.string(),
  value: v.picklist(ENVIRONMENT_VALUES),
  url: v.optional(v.string(), ''),
  botType: v.optional(v.string(), ''),
  secure: v.optional(v.boolean(), true),
  dashboards: v.optional(v.record(v.string(), v.array(v.object({ title: v.string(), url: v.string() }))), {}),
  facebookAppId: v.optional(v.string()),
})
export type EnvironmentOption = v.InferOutput<typeof environmentSchema>
export const environmentsSchema = v.pipe(v.array(environmentSchema), v.minLength(1))
