// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Checks a device against the rules of real verbs. A row checks one rule through the verbs contract, on a
 * {@link org.rpcrdma.conformance.runner.Testbed}. The same rows run on simulated and on real devices, so that the
 * results can be compared.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.conformance.runner;
