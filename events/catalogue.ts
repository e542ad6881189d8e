// Every kind of fact there is, with the version of its shape. Stored bytes never change: a fact
// written under an old version is lifted on read, step by step, to the newest. A shape changes like
// this: raise the version here, add the step to `upcasters`, add a golden file for the new version.
import * as z from 'zod/mini'

import { approvalEvents, type ApprovalEvent } from './approval/events.ts'
import { customerEvents, type CustomerEvent } from './customer/events.ts'
import { assert } from './kernel/assert.ts'
import { orderEvents, type OrderEvent } from './order/events.ts'
import { productEvents, type ProductEvent } from './product/events.ts'
import {
  raffleEvents,
  rafflePageEvents,
  type RaffleEvent,
  type RafflePageEvent,
} from './raffle/events.ts'
import { staffEvents, type StaffEvent } from './staff/events.ts'

export type ShopEvent =
  | OrderEvent
  | ProductEvent
  | CustomerEvent
  | StaffEvent
  | RafflePageEvent
  | ApprovalEvent
export type QuraEvent = ShopEvent | RaffleEvent
export type QuraEventType = QuraEvent['type']

const schemas: Readonly<Record<QuraEventType, z.ZodMiniType>> = {
  ...orderEvents,
  ...productEvents,
  ...customerEvents,
  ...staffEvents,
  ...approvalEvents,
  ...rafflePageEvents,
  ...raffleEvents,
}

/** A type that is not named here is at version 1. */
const schemaVersions: Readonly<Partial<Record<QuraEventType, number>>> = {}

/** Takes the data of one version to the next. */
export type Upcaster = (data: unknown) => unknown
/** `upcasters[type][n]` takes version n + 1 to version n + 2. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>
const upcasters: Upcasters = {}

export const eventTypes = Object.keys(schemas) as QuraEventType[] // the record names them all

export function isEventType(type: string): type is QuraEventType {
  return Object.hasOwn(schemas, type)
}

/** The version new facts are written under. An unknown type stops whoever reads it. */
export function schemaVersionOf(type: string): number {
  assert(isEventType(type), `unknown event type ${type}`)
  return schemaVersions[type] ?? 1
}

/** Data of any version as the newest, checked. Throws on an unknown type, version or shape. */
export function parseEvent(type: string, schemaVersion: number, data: unknown): QuraEvent {
  assert(isEventType(type), `unknown event type ${type}`)
  const parsed = schemas[type].safeParse(upcastEvent(type, schemaVersion, data))
  assert(parsed.success, `${type} v${schemaVersion} has another shape: ${parsed.error?.message}`)
  return { type, data: parsed.data } as QuraEvent // its own schema has just proved it
}

/**
 * The same without the check, for pages of facts that were checked when they were written: reading
 * is what a rebuild spends its time on.
 */
export function upcastEvent(type: string, schemaVersion: number, data: unknown): unknown {
  const newest = schemaVersionOf(type)
  return upcastThrough({ upcasters, type, from: schemaVersion, to: newest }, data)
}

/** The chain itself, apart from the catalogue so that it can be tested before it is needed. */
export function upcastThrough(
  chain: { upcasters: Upcasters; type: string; from: number; to: number },
  data: unknown,
): unknown {
  const { type, from, to } = chain
  assert(
    Number.isInteger(from) && from >= 1 && from <= to,
    `${type} is known up to version ${to}, not ${from}`,
  )
  let lifted = data
  for (let version = from; version < to; version += 1) {
    const step = chain.upcasters[type]?.[version - 1]
    assert(step !== undefined, `${type} has no step from version ${version}`)
    lifted = step(lifted)
  }
  return lifted
}
