// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * For tests of programs that use RDMA: a JUnit 5 extension that hands them a simulated device, a connected pair of queue
 * pairs or a receive arena, and fails a test that does not give back what it took.
 *
 * <pre>
 *  &#64;SimulatedRdma
 *  class ReceiverTest {
 *      &#64;Test
 *      void shouldReceive(final LoopbackPair pair, final ReceiveArena arena) { ... }
 *  }
 * </pre>
 *
 * <p>Needs JUnit 5.10 or newer, which the program's tests bring: {@code junit-jupiter-api} is an optional dependency.
 */
package org.rpcrdma.junit;
