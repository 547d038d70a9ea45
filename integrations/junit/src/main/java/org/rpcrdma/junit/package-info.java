// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A JUnit 5 and 6 extension for testing programs that use RDMA. It injects test parameters: a simulated device, two
 * connected queue pairs, an RPC server and client, or a receive arena. A test that leaks buffers, registrations or
 * queue pairs fails.
 *
 * <pre>
 *  &#64;SimulatedRdma
 *  class ReceiverTest {
 *      &#64;Test
 *      void shouldReceive(final LoopbackPair pair, final ReceiveArena arena) { ... }
 *  }
 * </pre>
 *
 * <p>The extension works with JUnit 5.10 and newer, including JUnit 6. This artifact does not depend on a particular
 * version; the program supplies {@code junit-jupiter-api}.
 *
 * @since 0.1.0
 */
package org.rpcrdma.junit;
