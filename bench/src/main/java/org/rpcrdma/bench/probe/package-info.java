// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Measures the costs of a device's primitives and fits a cost model to them. {@code compare --device} uses this model
 * for predictions. A probe runs on any device behind the verbs contract, including the fitted model itself.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.probe;
