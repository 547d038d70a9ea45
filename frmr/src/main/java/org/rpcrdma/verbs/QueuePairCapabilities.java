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
package org.rpcrdma.verbs;

/**
 * The sizes of a queue pair's queues ({@code struct ibv_qp_cap}): asked for at creation, then what was granted: 0 for
 * a queue that the {@link QueuePairType} does not have.
 *
 * @param maxSendWr     send work requests outstanding at most.
 * @param maxReceiveWr  Receives outstanding at most; 0 with a shared receive queue.
 * @param maxSendSge    scatter/gather elements of a send work request at most.
 * @param maxReceiveSge scatter elements of a Receive at most.
 * @param maxInlineData bytes of a message that can be posted inline.
 */
public record QueuePairCapabilities(
        int maxSendWr, int maxReceiveWr, int maxSendSge, int maxReceiveSge, int maxInlineData) {}
