// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Measures the costs of a device's primitives and fits a cost model to them, which {@code compare --device} uses for
 * predictions. A probe runs on any device behind the verbs contract, including the fitted model.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.probe;
