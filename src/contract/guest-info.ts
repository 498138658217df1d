import * as v from 'valibot'
import { listOfReadable } from './lenient.ts'

const text = v.fallback(v.nullish(v.union([v.string(), v.pipe(v.number(), v.transform(String))])), undefined)

const profileSchema = v.looseObject({
  typeId: text,
  url: text,
  followers: v.fallback(v.nullish(v.number()), undefined),
})
const socialDataSchema = v.looseObject({
  HOP_sd_ContactInfo: v.fallback(v.nullish(v.looseObject({ fullName: text })), undefined),
  HOP_sd_Photo: v.fallback(listOfReadable(v.looseObject({ url: text })), undefined),
  HOP_sd_SocialProfile: v.fallback(listOfReadable(profileSchema), undefined),
})

/** `GET /api/inhouse-guest-info/{chatId}` (CONTRACT section 5): every part may be missing, null or of another shape. */
export const guestInfoSchema = v.looseObject({
  Data: v.fallback(
    v.nullish(
      v.looseObject({
        PUB_GuestRegister: v.fallback(
          v.nullish(
            v.looseObject({
              Status: text,
              RoomNumber: text,
              Arrival: text,
              Departure: text,
              FirstName: text,
              LastName: text,
              RoomType: text,
            }),
          ),
          undefined,
        ),
      }),
    ),
    undefined,
  ),
  fbData: v.fallback(
    v.nullish(v.looseObject({ first_name: text, last_name: text, profile_pic: text })),
    undefined,
  ),
  fullContact: v.fallback(
    v.nullish(
      v.looseObject({
        HOP_sd_SocialData: v.fallback(listOfReadable(socialDataSchema), undefined),
      }),
    ),
    undefined,
  ),
  rating: v.fallback(v.nullish(v.number()), undefined),
  // The channels on which the guest has asked for no more campaigns (x).
  stopped: v.optional(v.fallback(listOfReadable(v.pipe(v.string(), v.minLength(1))), undefined)),
})
export type GuestInfo = v.InferOutput<typeof guestInfoSchema>
