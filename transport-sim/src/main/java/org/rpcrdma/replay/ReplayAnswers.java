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
package org.rpcrdma.replay;

import org.rpcrdma.transport.RpcCall;

/** What a replay's service does with a call, depending on how calls are marshalled. */
interface ReplayAnswers {
    /** Compares a call with the captured one. Returns whether it has the place that the captured reply takes. */
    boolean compare(Exchange exchange, RpcCall call, PayloadCheck check);

    /** Answers it with the captured reply. */
    void answer(Exchange exchange, RpcCall call);
}
