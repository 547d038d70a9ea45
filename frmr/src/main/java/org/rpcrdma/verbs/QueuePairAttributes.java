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
 * What a queue pair is created with ({@code struct ibv_qp_init_attr}).
 *
 * @param sendQueue    where finished send work requests are reported.
 * @param receiveQueue where finished Receives are reported; may be the same queue.
 * @param maxSendWr    send work requests outstanding at most, at least 1.
 * @param maxReceiveWr Receives outstanding at most, at least 1.
 * @param maxSendSge   scatter/gather elements of a send work request at most, at least 1.
 */
public record QueuePairAttributes(
        CompletionQueue sendQueue, CompletionQueue receiveQueue, int maxSendWr, int maxReceiveWr, int maxSendSge) {}
