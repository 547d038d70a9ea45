/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
