// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Measures the costs of a device's primitives, and fits a cost model to them, with which {@code compare --device}
 * predicts. A probe runs on any device behind the verbs contract, and therefore also on the fitted model.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.bench.probe;
