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
package org.rpcrdma.transport;

/**
 * Takes the outcome of a call. Exactly one of its methods is called, once, on the client's event loop. What it throws passes to
 * whoever runs that loop, or to the caller of the client's method that led to it, when the connection has done its own work:
 * other calls do not suffer.
 */
public interface ReplyHandler {
    /**
     * The reply has arrived. The call's chunk memory is the caller's again: neither the peer nor the device can reach it.
     *
     * @param reply the reply, valid until this method returns.
     */
    void onReply(RpcReply reply);

    /**
     * There is no reply, nor will there be one. The call's chunk memory is the caller's again.
     *
     * @param reason why, in words.
     */
    void onFailure(String reason);
}
