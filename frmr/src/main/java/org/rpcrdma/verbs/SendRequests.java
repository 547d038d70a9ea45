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
 * A chain of send work requests, staged by its owner and posted with {@link QueuePair#postSend(SendRequests)}.
 * Made by a device and reused; staging allocates nothing. A request's scatter/gather elements follow it:
 *
 * <pre>{@code
 * chain.clear();
 * chain.rdmaWrite(id, 0, remoteAddress, rkey);
 * chain.sge(iova, length, lkey);
 * chain.send(id, SendRequests.SIGNALED);
 * chain.sge(headerIova, headerLength, lkey);
 * queuePair.postSend(chain);
 * }</pre>
 *
 * <p>Every staging method throws {@link IndexOutOfBoundsException} where the chain, or the request's element list,
 * is full.
 */
public interface SendRequests {
    /** The request reports its success with a completion; one that fails always does. */
    int SIGNALED = 1 << 1;

    /** Empties the chain. */
    void clear();

    /**
     * Requests staged.
     *
     * @return 0 to the capacity it was made with.
     */
    int size();

    /**
     * Stages a SEND.
     *
     * @param wrId  comes back with its completion.
     * @param flags {@link #SIGNALED} or 0.
     */
    void send(long wrId, int flags);

    /**
     * Stages a SEND that invalidates a key of the peer before the peer's Receive completes.
     *
     * @param wrId  comes back with its completion.
     * @param flags {@link #SIGNALED} or 0.
     * @param rkey  the peer's key.
     */
    void sendWithInvalidate(long wrId, int flags, int rkey);

    /**
     * Stages an RDMA WRITE.
     *
     * @param wrId          comes back with its completion.
     * @param flags         {@link #SIGNALED} or 0.
     * @param remoteAddress where in the peer's memory region it begins.
     * @param rkey          the peer's key.
     */
    void rdmaWrite(long wrId, int flags, long remoteAddress, int rkey);

    /**
     * Stages an RDMA READ.
     *
     * @param wrId          comes back with its completion.
     * @param flags         {@link #SIGNALED} or 0.
     * @param remoteAddress where in the peer's memory region it begins.
     * @param rkey          the peer's key.
     */
    void rdmaRead(long wrId, int flags, long remoteAddress, int rkey);

    /**
     * Stages a fast registration ({@code IB_WR_REG_MR}): the region becomes VALID for the pages that were set on
     * it, under a key whose upper 24 bits are the region's.
     *
     * @param wrId   comes back with its completion.
     * @param flags  {@link #SIGNALED} or 0.
     * @param region a FREE region of the queue pair's protection domain.
     * @param key    the region's key with the low byte that it takes now.
     * @param access {@link Access} rights.
     */
    void registerMemory(long wrId, int flags, FastRegisterRegion region, int key, int access);

    /**
     * Stages a local invalidation ({@code IB_WR_LOCAL_INV}): the region becomes FREE.
     *
     * @param wrId  comes back with its completion.
     * @param flags {@link #SIGNALED} or 0.
     * @param key   the region's key.
     */
    void localInvalidate(long wrId, int flags, int key);

    /**
     * Adds a scatter/gather element to the request that was staged last.
     *
     * @param iova   where the element begins.
     * @param length bytes.
     * @param lkey   the key that covers it.
     */
    void sge(long iova, int length, int lkey);
}
