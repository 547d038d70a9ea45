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

import java.util.ArrayList;

/** The calls of a server, used again, as many as were ever on their way at once. Their ids stand in work-request ids. */
final class CallContexts {
    private final ArrayList<CallContext> all = new ArrayList<>();
    private final ArrayList<CallContext> free = new ArrayList<>();

    CallContext take() {
        if (!free.isEmpty()) {
            return free.remove(free.size() - 1);
        }
        final CallContext call = new CallContext(all.size());
        all.add(call);
        return call;
    }

    void give(final CallContext call) {
        free.add(call);
    }

    CallContext get(final int id) {
        return all.get(id);
    }
}
