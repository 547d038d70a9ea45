// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Microbenchmarks of this library and its peers. {@code rpcrdma jmh} runs them. Each class describes what it measures
 * and how to run it.
 */
package org.rpcrdma.microbench;
