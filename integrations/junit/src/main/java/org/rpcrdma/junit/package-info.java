// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * An extension of JUnit 5 and 6 for tests of programs that use RDMA. It provides a simulated device, a connected pair
 * of queue pairs, an RPC server and client or a receive arena as a parameter, and fails a test that leaks buffers,
 * registrations or queue pairs.
 *
 * <pre>
 *  &#64;SimulatedRdma
 *  class ReceiverTest {
 *      &#64;Test
 *      void shouldReceive(final LoopbackPair pair, final ReceiveArena arena) { ... }
 *  }
 * </pre>
 *
 * <p>Works with JUnit 5.10 and newer, JUnit 6 included: a program brings its own {@code junit-jupiter-api}; this
 * artifact brings none.
 *
 * @since 0.1.0
 */
package org.rpcrdma.junit;
