// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of real verbs that a device is held to, row by row, through the verbs contract: what a row needs of the
 * world is a {@link org.rpcrdma.bench.conformance.Testbed}, so that the same rows can run on any device.
 */
package org.rpcrdma.bench.conformance;
