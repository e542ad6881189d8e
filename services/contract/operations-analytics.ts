// The calls of staff that look at the whole: figures, customers, insight.
import { analytics, analyticsQuery } from './admin-analytics.ts'
import {
  customerDetail,
  customerPage,
  customersExportQuery,
  customersQuery,
  excludeCustomerRequest,
} from './admin-customers.ts'
import { insight, insightQuery } from './admin-insight.ts'
import type { Operation } from './operation.ts'

export const analyticsOperations: readonly Operation[] = [
  {
    name: 'adminAnalytics',
    method: 'get',
    path: '/api/admin/analytics',
    tag: 'Staff: figures',
    summary: 'Revenue, orders, customers and tickets of a range of days',
    who: 'staff',
    query: analyticsQuery,
    answers: { 200: { description: 'The figures.', schema: analytics } },
    problems: [],
  },
  {
    name: 'adminListCustomers',
    method: 'get',
    path: '/api/admin/customers',
    tag: 'Staff: customers',
    summary: 'Customers, newest first, found by a part of name, phone or e-mail',
    who: 'staff',
    query: customersQuery,
    answers: { 200: { description: 'A page of customers.', schema: customerPage } },
    problems: [],
  },
  {
    name: 'adminExportCustomers',
    method: 'get',
    path: '/api/admin/customers/export',
    tag: 'Staff: customers',
    summary: 'All customers that a search finds, as a CSV file',
    who: 'staff',
    needsFreshProof: true,
    query: customersExportQuery,
    answers: {
      200: { description: 'The file.', schema: null, contentType: 'text/csv; charset=utf-8' },
    },
    problems: [],
  },
  {
    name: 'adminReadCustomer',
    method: 'get',
    path: '/api/admin/customers/{id}',
    tag: 'Staff: customers',
    summary: 'One customer with orders and raffle entries',
    who: 'staff',
    answers: { 200: { description: 'The customer.', schema: customerDetail } },
    problems: [],
  },
  {
    name: 'adminExcludeCustomer',
    method: 'put',
    path: '/api/admin/customers/{id}/exclusion',
    tag: 'Staff: customers',
    summary: 'Put the number of a customer on the exclude list, or take it off, with a reason',
    who: 'staff',
    body: { kind: 'json', schema: excludeCustomerRequest },
    answers: { 200: { description: 'The customer.', schema: customerDetail } },
    problems: [],
  },
  {
    name: 'adminInsight',
    method: 'get',
    path: '/api/admin/insight',
    tag: 'Staff: figures',
    summary: 'Funnel, conversion, returning buyers and the forecast of each raffle',
    who: 'staff',
    query: insightQuery,
    answers: { 200: { description: 'What is to be learnt.', schema: insight } },
    problems: [],
  },
]
