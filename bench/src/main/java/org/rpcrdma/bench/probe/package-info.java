// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What the primitives of a device cost, measured on the device, and a cost model that costs the same: what {@code compare --device}
 * predicts with. A probe runs on any device behind the verbs contract, and so on the model that was fitted to its figures.
 */
package org.rpcrdma.bench.probe;
