// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Holds a device to the rules of real verbs. A row tries one rule through the verbs contract, on a {@link
 * org.rpcrdma.conformance.runner.Testbed}: the same rows run on simulated and on real devices, whose results are
 * compared.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.conformance.runner;
