// Bare answers for whoever watches over the service; details are on the private listener.
import * as z from 'zod/mini'

export const healthResponse = z.strictObject({ ok: z.boolean() })
