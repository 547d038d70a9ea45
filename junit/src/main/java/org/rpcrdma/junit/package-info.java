// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A JUnit 5 extension for tests of programs that use RDMA. It provides a simulated device, a connected pair of queue
 * pairs or a receive arena as a parameter, and fails a test that leaks buffers, registrations or queue pairs.
 *
 * <pre>
 *  &#64;SimulatedRdma
 *  class ReceiverTest {
 *      &#64;Test
 *      void shouldReceive(final LoopbackPair pair, final ReceiveArena arena) { ... }
 *  }
 * </pre>
 *
 * <p>Works with JUnit 5.10 and newer: a program's own version of {@code junit-jupiter-api} takes the place of this
 * artifact's.
 */
package org.rpcrdma.junit;
