// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Microbenchmarks, peers included; {@code rpcrdma jmh} runs them. Each class states its question and how to run it.
 */
package org.rpcrdma.microbench;
