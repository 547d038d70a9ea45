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
 * What a shared receive queue is created with ({@code struct ibv_srq_init_attr_ex}).
 *
 * @param maxWr     Receives outstanding at most, at least 1.
 * @param maxSge    scatter elements of a Receive at most, at least 1.
 * @param xrcDomain its domain where it serves XRC queue pairs, or null.
 * @param queue     where its finished Receives are reported where it serves XRC queue pairs, or null: those of others
 *                  are reported in the queue of the queue pair that took them.
 */
public record SharedReceiveQueueAttributes(int maxWr, int maxSge, XrcDomain xrcDomain, CompletionQueue queue) {
    /**
     * Attributes of a queue that does not serve XRC.
     *
     * @param maxWr  Receives outstanding at most, at least 1.
     * @param maxSge scatter elements of a Receive at most, at least 1.
     */
    public SharedReceiveQueueAttributes(final int maxWr, final int maxSge) {
        this(maxWr, maxSge, null, null);
    }
}
