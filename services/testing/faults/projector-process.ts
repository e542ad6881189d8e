// A program that projects whatever it finds in the database whose address it is given, then ends.
import { allProjections } from '#projections/all.ts'

import { openDatabase } from '../../io/database.ts'
import { openProjector } from '../../workers/projector.ts'

const [, , url = ''] = process.argv
const database = openDatabase({ url, applicationName: 'projector process', poolMax: 3 })
const projector = openProjector({ database, projections: allProjections, eventsPerPageMax: 20 })
process.send?.('reading')
await projector.catchUp()
await projector.stop()
await database.end()
process.disconnect?.()
