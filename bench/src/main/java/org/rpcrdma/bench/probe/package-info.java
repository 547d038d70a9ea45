// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Measures the costs of a device's primitives, and fits a cost model to the figures: {@code compare --device}
 * predicts with it. A probe runs on any device behind the verbs contract, and so on the fitted model, too.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.bench.probe;
