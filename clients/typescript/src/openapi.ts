// Written by `npm run schema` from schema/openapi.json. Do not edit.

export interface paths {
    "/api/sdk/agent/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Chat
         * @description Sends a message to the agent and returns its answer. 503 if no model is configured; 502 if the model fails, in which case nothing is stored. A key with scope read can use it.
         */
        post: operations["Chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/agent/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rate chat message
         * @description Rates an answer of the agent. An answer has one rating: a later one replaces it with its comment, and a repeated one changes nothing. 404 unless the answer belongs to the session and the viewer can read the session. A key with scope read can use it.
         */
        post: operations["RateChatMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List assets
         * @description Files that the viewer can read, newest first. Page size: default 50, maximum 200.
         */
        get: operations["ListAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/assets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get asset
         * @description A file of any status. 404 for an unknown id; 401 or 403 if the viewer cannot read it.
         */
        get: operations["GetAsset"];
        /**
         * Update asset
         * @description Changes the texts, the focal point and the folder of a file. 404 for an unknown file or folder; 400 for a focal point of a file that is not an image.
         */
        put: operations["UpdateAsset"];
        post?: never;
        /**
         * Delete asset
         * @description Deletes a file, its transformed images and its text in the knowledge base. Its URL then returns 404; HTTP caches can keep the file until it expires there. 404 for an unknown file; 409 if content items or their drafts use it, with `usedBy`: id, type, title and slug of the newest 20 that the viewer can read, and `inDraft` where only the draft uses it.
         */
        delete: operations["DeleteAsset"];
        options?: never;
        head?: never;
        /**
         * Patch asset
         * @description Changes the texts, the focal point and the folder of a file. 404 for an unknown file or folder; 400 for a focal point of a file that is not an image.
         */
        patch: operations["PatchAsset"];
        trace?: never;
    };
    "/api/sdk/assets/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List asset folders
         * @description All folders that the viewer can read, sorted by order, then name.
         */
        get: operations["ListAssetFolders"];
        put?: never;
        /**
         * Create asset folder
         * @description Creates a folder. 409 if the slug is already used within the parent folder.
         */
        post: operations["CreateAssetFolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/assets/folders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update asset folder
         * @description Updates a folder. A new parent or slug moves its subfolders too. A new access level applies to the documents in it that have no access level of their own. 400 for a cycle.
         */
        put: operations["UpdateAssetFolder"];
        post?: never;
        /**
         * Delete asset folder
         * @description Deletes a folder and its subfolders. Their files are kept in no folder, with the same access level.
         */
        delete: operations["DeleteAssetFolder"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/assets/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create upload grant
         * @description Returns a pre-signed URL to upload one file with PUT. With cloud storage the file is sent directly to it. 400 `File type not supported` for other file types.
         *
         *     With a multipart form: Uploads a file; it is served when the response is sent. 400 `File type not supported`, with `reason`, if name, declared type and content do not match; 413 above the maximum size of its kind.
         */
        post: operations["CreateUploadGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List content
         * @description Content items that the viewer can read, by default newest publication first. Page size: default 50, maximum 100.
         */
        get: operations["ListContent"];
        put?: never;
        /**
         * Create content
         * @description Creates a content item. 409 if the externalId (the error has the `id` of that item) or the slug is already used; 400 with `details` for invalid input.
         */
        post: operations["CreateContent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List content types
         * @description Content types, sorted by slug. Page size: default 50, maximum 500.
         */
        get: operations["ListContentTypes"];
        put?: never;
        /**
         * Create content type
         * @description Creates a content type. 409 if the slug is already used; 400 with `details` for invalid input.
         */
        post: operations["CreateContentType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content-types/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get content type
         * @description A content type. 404 for an unknown slug.
         */
        get: operations["GetContentType"];
        /**
         * Update content type
         * @description Updates a content type. Omitted fields keep their value. A new slug is applied to its items. 409 for a change that breaks existing queries: a field removed, renamed, with another type or target, a list instead of one value, or no longer sortable; a new slug; a new field that takes the name of another at /graphql/site. A renamed field takes the values of all items along, which are read under its new name at once; 409 if items have other values under that name.
         */
        put: operations["UpdateContentType"];
        post?: never;
        /**
         * Delete content type
         * @description Deletes a content type. Its items are kept. 400 for a built-in type, 409 without `force`.
         */
        delete: operations["DeleteContentType"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get content
         * @description A content item. 404 for an unknown id; 401 or 403 if the viewer cannot read it.
         */
        get: operations["GetContent"];
        /**
         * Update content
         * @description Updates a content item. Omitted fields keep their value; null clears.
         */
        put: operations["UpdateContent"];
        post?: never;
        /**
         * Delete content
         * @description Deletes a content item and removes it from search immediately.
         */
        delete: operations["DeleteContent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/{id}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get content draft
         * @description Changes of a content item that are not live yet. Requires the scope `preview`. 404 if there are none that the viewer can read; otherwise errors as for `content`.
         */
        get: operations["GetContentDraft"];
        /**
         * Save content draft
         * @description Saves changes of a content item as its draft, beside what is live; an item has one draft. Omitted fields keep their value, null clears. Values are checked as by `UpdateContent`, but required fields may be empty until the draft is published. The slug, externalId, language, status, collection and position are not part of a draft. Requires the scope `preview` too.
         */
        put: operations["SaveContentDraft"];
        post?: never;
        /**
         * Discard content draft
         * @description Removes the draft of a content item for good; what is live stays. 404 without a draft. Requires the scope `preview` too.
         */
        delete: operations["DiscardContentDraft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/{id}/draft/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish content draft
         * @description Makes the draft of a content item live, as one update, and publishes the item if it is not. 412, with the current `revision` of the item, if that was changed since the draft was begun; 404 without a draft; otherwise errors as for `UpdateContent`. Requires the scope `preview` too.
         */
        post: operations["PublishContentDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/{id}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Schedule content
         * @description Schedules when a content item is published and when it becomes a draft again, at most 5 s late, or cancels that. 400 for a time that is past, more than 5 years ahead or in the wrong order, and above 10,000 scheduled changes of a site.
         */
        put: operations["ScheduleContent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/{id}/translations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List translations
         * @description A content item. 404 for an unknown id; 401 or 403 if the viewer cannot read it.
         */
        get: operations["ListTranslations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List content versions
         * @description Former versions of a content item, latest first, without the current one. Page size: default 50, maximum 100. Requires the scope `preview`. Errors as for `content`.
         */
        get: operations["ListContentVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/{id}/versions/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get content version
         * @description A version of a content item, the current one included. Requires the scope `preview`. 404 for a revision that is not kept, or in which no content changed; otherwise errors as for `content`, by the access level of the version as well.
         */
        get: operations["GetContentVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/{id}/versions/{revision}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore content version
         * @description Writes the values of a former version as a new one. The item keeps its externalId, slug, language, status, collection and position. 404 for a revision that is not kept; 400 if the values do not fit the content type any more.
         */
        post: operations["RestoreContentVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update contents
         * @description Changes up to 100 content items, each as by UpdateContent, and returns an outcome for each, in the same order. 400 without items or with more than 100.
         */
        put: operations["UpdateContents"];
        /**
         * Create contents
         * @description Creates up to 100 content items, each as by CreateContent, and returns an outcome for each, in the same order. 400 without items or with more than 100.
         */
        post: operations["CreateContents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/by-external-id/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put content
         * @description Creates the item with this externalId or replaces it: what the input omits gets its default. The type of an item cannot change. Repeating it changes nothing.
         */
        put: operations["PutContent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/by-slug/{type}/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get content by slug
         * @description A content item by its slug or, with `language`, by the slug that it has in any language. 404 for an unknown type or slug, and if it has none of the languages; 401 or 403 if the viewer cannot read it, also where it could read the item in another language.
         */
        get: operations["GetContentBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List content changes
         * @description Content items that have changed since a cursor, each with its latest change, in the order of the changes and without gaps: a consumer that follows the cursors has a copy of what it can read. Without `since`, every item that the viewer can read. A change is given once every transaction that began before it has ended, usually at once.
         */
        get: operations["ListContentChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scheduled content
         * @description What is scheduled for the content items that the viewer can read, and what could not be done, in the order of time. Page size: default 50, maximum 100. Requires the scope `preview`.
         */
        get: operations["ListScheduledContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trashed content
         * @description Content items in the trash that the viewer could read, deleted last first. Page size: default 50, maximum 100. Requires the scope `preview`.
         */
        get: operations["ListTrashedContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/trash/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete trashed content
         * @description Removes an item from the trash for good, with its versions. 404 if it is not there.
         */
        delete: operations["DeleteTrashedContent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/content/trash/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore content
         * @description Takes an item out of the trash, with its id, its versions, the references to it and its place in the index. Its slug gets a number if it is used by now; a collection, content type or file that was deleted meanwhile does not come back. 404 if it is not in the trash; 409 if another item has its externalId, or is the translation in its language.
         */
        post: operations["RestoreContent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/forms/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit form
         * @description Sends a submitted form by email to the recipients of the site. Returns true when the mail server has accepted the email. 400 for invalid input, 403 if form email is not enabled, 500 if the email cannot be sent. A key with scope read can use it.
         */
        post: operations["SubmitForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/knowledge/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List knowledge documents
         * @description Knowledge documents, newest first. Page size: default 20, maximum 100.
         */
        get: operations["ListKnowledgeDocuments"];
        put?: never;
        /**
         * Create knowledge document
         * @description Creates a document. Durable: after the response the document is indexed even if the service crashes.
         */
        post: operations["CreateKnowledgeDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/knowledge/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get knowledge document
         * @description A knowledge document. 404 for an unknown id; 401 or 403 if the viewer cannot read it.
         */
        get: operations["GetKnowledgeDocument"];
        /**
         * Update knowledge document
         * @description Updates a document and indexes it again. During this, searches find either the old or the new text.
         */
        put: operations["UpdateKnowledgeDocument"];
        post?: never;
        /**
         * Delete knowledge document
         * @description Deletes a document and removes it from search immediately.
         */
        delete: operations["DeleteKnowledgeDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/knowledge/process": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process file
         * @description Adds an uploaded file to the knowledge base. Durable: after the response the file is processed even if the service crashes, and the job reports any error. A file that is already being processed keeps its job; a file that was processed before keeps its document. 404 if the file is not an upload of the site, 400 if its format is not supported.
         */
        post: operations["ProcessFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/knowledge/process/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get file job
         * @description A file processing job. 404 for an unknown id; 401 or 403 if the viewer cannot read the file.
         */
        get: operations["GetFileJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/knowledge/video": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List video jobs
         * @description Jobs of videos that the viewer can read, newest first. Page size: default 20, maximum 100.
         */
        get: operations["ListVideoJobs"];
        put?: never;
        /**
         * Add video
         * @description Adds a video to the knowledge base. Durable: after the response the video is processed even if the service crashes, and the job reports any error. A video that is already being processed keeps its job, with the analysis it was started with; a video that was processed before is processed again. 400 if the URL cannot be called or `videoId` is not an uploaded video of the site, 409 if `videoUrl` and `videoId` belong to different videos.
         */
        post: operations["AddVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/knowledge/video/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get video job
         * @description A video processing job. 404 for an unknown id; 401 or 403 if the viewer cannot read the video.
         */
        get: operations["GetVideoJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/personas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List personas
         * @description Personas, oldest first. Page size: default 50, maximum 500, which is also the maximum per site.
         */
        get: operations["ListPersonas"];
        put?: never;
        /**
         * Create persona
         * @description Creates a persona. 409 if the slug is already used. A new default persona replaces the previous default.
         */
        post: operations["CreatePersona"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/personas/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get persona
         * @description A persona. 404 for an unknown id or slug.
         */
        get: operations["GetPersona"];
        /**
         * Update persona
         * @description Updates a persona. Omitted fields, nested ones as well, keep their value; null restores the default. 409 if the slug is already used.
         */
        put: operations["UpdatePersona"];
        post?: never;
        /**
         * Delete persona
         * @description Deletes a persona. Its sessions are kept. 404 for an unknown id or slug.
         */
        delete: operations["DeletePersona"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/personas/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List persona templates
         * @description Templates for new personas. 404 for an unknown id.
         */
        get: operations["ListPersonaTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/preview-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create preview token
         * @description Creates a token for the header `X-Svc-Preview-Token`, beside any API key of the site: its caller reads drafts in the place of what is live, and unpublished items, of the site or of one item. It adds nothing to the access levels that the caller may read. It ends when the key or member that made it could not make it any more. 400 above 1,000 tokens of a site. Requires the scope `preview` too.
         */
        post: operations["CreatePreviewToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/preview-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke preview token
         * @description Ends a preview token at once. 404 if there is none. Requires the scope `preview` too.
         */
        delete: operations["RevokePreviewToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/rag/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List knowledge sources
         * @description Sources in the knowledge base that the viewer can read, newest first, at most 1,000.
         */
        get: operations["ListKnowledgeSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/rag/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search
         * @description Searches the knowledge base for passages that the viewer can read. 400 with `details` for invalid input.
         */
        post: operations["Search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List triggers
         * @description Triggers in the order in which they are checked. Page size: default 50, maximum 100.
         */
        get: operations["ListTriggers"];
        put?: never;
        /**
         * Create trigger
         * @description Creates a trigger. 409 if another keyword trigger has the same value.
         */
        post: operations["CreateTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/triggers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get trigger
         * @description A trigger. 400 for a malformed id, 404 for an unknown id.
         */
        get: operations["GetTrigger"];
        /**
         * Update trigger
         * @description Updates a trigger. Omitted fields keep their value; null clears or restores the default. 409 if another keyword trigger has the same value.
         */
        put: operations["UpdateTrigger"];
        post?: never;
        /**
         * Delete trigger
         * @description Deletes a trigger. 404 for an unknown id.
         */
        delete: operations["DeleteTrigger"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/user/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get user subscriptions
         * @description Subscriptions and membership of the user. An invalid token is treated as no token.
         */
        get: operations["GetUserSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/webhook-tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook tools
         * @description Webhook tools, sorted by name. Page size: default 50, maximum 200.
         */
        get: operations["ListWebhookTools"];
        put?: never;
        /**
         * Create webhook tool
         * @description Creates a webhook tool. Only this result contains the signing secret. 409 if the name is already used; 400 with `details` for invalid input.
         */
        post: operations["CreateWebhookTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/webhook-tools/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get webhook tool
         * @description A webhook tool. 404 for an unknown id.
         */
        get: operations["GetWebhookTool"];
        /**
         * Update webhook tool
         * @description Updates a webhook tool. Omitted fields keep their value.
         */
        put: operations["UpdateWebhookTool"];
        post?: never;
        /**
         * Delete webhook tool
         * @description Deletes a webhook tool. The agent stops calling it immediately.
         */
        delete: operations["DeleteWebhookTool"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/webhook-tools/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate webhook tool secret
         * @description Creates a new signing secret for a webhook tool. Only this result contains it. For 24 hours calls are also signed with the previous secret.
         */
        post: operations["RotateWebhookToolSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Who can read an item: public, everyone; authenticated, any user with a valid token; premium, users of tier premium or pro; subscription, users with one of the required subscriptions.
         * @enum {string}
         */
        AccessLevel: "public" | "authenticated" | "premium" | "subscription";
        /** @description A video to add to the knowledge base. */
        AddVideoInput: {
            /** @description URL of a video file, http or https. A URL of an uploaded file of the site names that file. The same URL again processes the same video again. */
            videoUrl: string;
            /** @description Id of the uploaded file that has the video. It is read instead of the URL, and the video is deleted with it. */
            videoId?: string | null;
            /** @description File name. Default: that of the uploaded file, or the last part of the URL. */
            fileName?: string | null;
            /** @description Title in the knowledge base. Default: the current one, or the file name without its extension. */
            title?: string | null;
            /** @description Length in seconds, 0 to 43200, reported until it has been measured. */
            duration?: number | null;
            /** @description How the video is analysed. Ignored while the video is being processed. */
            analysisConfig?: components["schemas"]["VideoAnalysisConfigInput"] | null;
            /** @description Who can read the video, regardless of the folder of its file. Default: the current access level, which is initially that of the folder or, without an uploaded file, public. */
            accessLevel?: components["schemas"]["AccessLevel"] | null;
            /** @description Slugs of the required subscriptions, one of which is enough. Required if accessLevel is subscription. */
            requiredSubscriptions?: string[] | null;
        };
        /** @description A job that cuts a video into segments, analyses and transcribes them, and adds them to the knowledge base. */
        AddVideoVideoJob: {
            /** @description Identifier. */
            jobId: string;
            /** @description Status of the job; a cancelled job has the status failed. */
            status: components["schemas"]["VideoJobStatus"];
            /** @description The current stage as text for users, such as `Analysing: 3 of 12 segments`. */
            stage: string;
            /** @description What happens to the video, or why it failed, as a sentence for users. */
            message: string;
        };
        /** @description How search and the agent use the items. Omitted fields keep their value, or get the default on create. */
        AiConfigInput: {
            /** @description Whether published items are added to the knowledge base. Default true. */
            indexed?: boolean | null;
            /** @description A setting for the applications of the site: the service writes no summaries of items, whatever its value. Default false. */
            summarize?: boolean | null;
            /** @description Whether every part of an indexed item is found by the keywords of the whole item: up to 10 words that its text repeats most, without everyday words. They are only used for searches by words, and shown nowhere. Default false. */
            extractKeywords?: boolean | null;
            /** @description Whether items are embedded for semantic search; if false, only keyword search finds them. Default true. */
            generateEmbeddings?: boolean | null;
            /** @description Instructions for the agent when it uses items of the type, at most 5,000 characters. */
            instructionTemplate?: string | null;
        };
        /**
         * @description The kind of application that a persona is made for.
         * @enum {string}
         */
        AppType: "general" | "video-training" | "product-catalog" | "documentation" | "custom";
        /** @description An uploaded file. */
        Asset: {
            /** @description Identifier. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /** @description URL of the file. Images accept the query parameters `w`, `h`, `fit`, `q` and `f`. The URL of a public file does not expire. The URL of a restricted file is signed for the viewer and expires after minutes; query the file again for a new one. */
            url: string;
            /** @description File name given at the upload. */
            fileName: string;
            /** @description MIME type. */
            mimeType: string;
            /** @description Kind of file. */
            kind: components["schemas"]["AssetKind"];
            /** @description Status of the upload. */
            status: components["schemas"]["AssetStatus"];
            /** @description Size in bytes; null until the file is uploaded. */
            size: number | null;
            /** @description Width of an image in pixels; null for SVG. */
            width: number | null;
            /** @description Height of an image in pixels; null for SVG. */
            height: number | null;
            /** @description Text that replaces an image for those who cannot see it. */
            alt: string | null;
            /** @description Text that is displayed with the file. */
            caption: string | null;
            /** @description Point of an image that a crop (`fit=cover`) keeps; null: the centre. */
            focalPoint: components["schemas"]["FocalPoint"] | null;
            /** @description Placeholder for a raster image while it loads, in the BlurHash format with 4 × 3 components; null for other files, and for images uploaded before there were placeholders. */
            blurhash: string | null;
            /** @description Id of the folder; null if the file is in no folder. */
            folderId: string | null;
            /** @description Who can read the file: the stricter of its folder’s access level and the access level given to `ProcessFile`. A file removed from its folder keeps the access level of that folder. */
            accessLevel: components["schemas"]["AccessLevel"];
            /** @description Slugs of the required subscriptions, one of which is enough; null unless accessLevel is subscription. */
            requiredSubscriptions?: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description A folder of files. */
        AssetFolder: {
            /** @description Identifier. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /** @description Display name, at most 300 characters. */
            name: string;
            /** @description Slug of lower-case letters, digits and hyphens, unique within the parent folder. */
            slug: string;
            /** @description Description of the folder, at most 5,000 characters. */
            description: string | null;
            /** @description Id of the parent folder; null for a root folder. */
            parentId: string | null;
            /** @description URL of the cover image, http or https without a user name, or relative, at most 2,000 characters. */
            coverImage: string | null;
            /** @description Colour, in any notation, at most 200 characters. */
            color: string | null;
            /** @description Icon name, at most 200 characters. */
            icon: string | null;
            /** @description Position among the folders with the same parent. Default 0. */
            order: number;
            /** @description Who can read the folder and its files. Subfolders have their own access level. Default public. */
            accessLevel: components["schemas"]["AssetFolderAccessLevel"];
            /** @description Free-form data of the caller, at most 64 kB as JSON. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Path from the root, made of slugs, such as `/photos/2026`. */
            path: string;
            /** @description Depth in the tree; a root folder has 0. */
            depth: number;
            /** @description Status of the folder. Default active. */
            status: components["schemas"]["AssetFolderStatus"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * @description Who can read a folder, its files and their passages in the knowledge base.
         * @enum {string}
         */
        AssetFolderAccessLevel: "public" | "authenticated" | "premium";
        /** @description A folder of files. */
        AssetFolderIdentity: {
            /** @description Identifier. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * @description Status of a folder.
         * @enum {string}
         */
        AssetFolderStatus: "active" | "archived";
        /** @description An uploaded file. */
        AssetIdentity: {
            /** @description Identifier. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * @description Kind of file: image (at most 10 MB), document (at most 50 MB) or media, which is audio and video (at most 500 MB).
         * @enum {string}
         */
        AssetKind: "image" | "document" | "media";
        /**
         * @description Status of an upload: pending, not uploaded yet; verified, checked and being stored; live, served; refused, rejected because the content does not match the declared type or size.
         * @enum {string}
         */
        AssetStatus: "pending" | "verified" | "live" | "refused";
        /** @description A page of the content items that use a file, newest first. */
        AssetUses: {
            /** @description The items of this page. */
            items: components["schemas"]["GetAssetContentItem"][];
            /** @description Number of all items that use the file and that the viewer can read. */
            total: number;
            /** @description Maximum number of items of the page. */
            limit: number;
            /** @description Number of items before the page. */
            offset: number;
            /** @description Whether there are more items. */
            hasMore: boolean;
        };
        /** @description A subscription that the site offers. */
        AvailableSubscription: {
            /** @description Slug, used in requiredSubscriptions of content items. */
            slug: string;
            /** @description Display name. */
            name: string;
            /** @description Description of the subscription. */
            description?: string;
        };
        /** @description Which built-in fields editors show. Omitted fields keep their value, or get the default on create. */
        BuiltInFieldsInput: {
            /** @description Whether editors show the field `title`. Default true. */
            title?: boolean | null;
            /** @description Whether editors show the field `slug`. Default true. */
            slug?: boolean | null;
            /** @description Whether editors show the field `excerpt`. Default false. */
            excerpt?: boolean | null;
            /** @description Whether editors show the field `featuredImage`. Default false. */
            featuredImage?: boolean | null;
            /** @description Whether editors show the field `content`. Default true. */
            content?: boolean | null;
            /** @description Whether editors show the field `author`. Default false. */
            author?: boolean | null;
            /** @description Whether editors show the field `publishedAt`. Default true. */
            publishedAt?: boolean | null;
        };
        /**
         * @description Model of a persona: fast (quick and cost-effective) or smart (deeper reasoning).
         * @enum {string}
         */
        CapabilityTier: "fast" | "smart";
        /** @description The latest change of a content item. */
        ChangedContent: {
            /** @description Id of the item. */
            _id: string;
            /** @description Slug of the content type. */
            type: string;
            /** @description What happened. A copy writes the item for `created` and `updated` alike, and removes it for `deleted`. */
            change: components["schemas"]["ContentChangeKind"];
            /** @description Revision of the item; null for `deleted`. */
            revision: number | null;
            /**
             * Format: date-time
             * @description When the transaction of the change began.
             */
            changedAt: string;
            /** @description The item as it is now; null for `deleted`, and if the item was deleted or hidden since, which a later change then says. */
            item?: components["schemas"]["CreateContentContentItem"] | null;
        };
        /** @description An action for the client to carry out. */
        ChatAction: {
            /** @description Type of the action. */
            type: components["schemas"]["ChatActionType"];
            /** @description Payload; its fields depend on the type. */
            payload: {
                [key: string]: unknown;
            };
            /** @description Actions with a higher priority come first. */
            priority?: number;
            /** @description Label of a button. */
            label?: string;
            /** @description Whether the client runs the action without asking the user. */
            immediate?: boolean;
        };
        /**
         * @description A ClientActionType, or confirm with the payload fields token, tool, description, input and expiresAt: the client shows the tool call to the user and sends the decision as `confirmation` with the next message.
         * @enum {string}
         */
        ChatActionType: "navigate" | "open_url" | "open_content" | "play_video" | "show_product" | "add_to_cart" | "open_modal" | "trigger_event" | "custom" | "confirm";
        /** @description Answer of the agent. */
        ChatAnswer: {
            /** @description Text of the answer; empty if a trigger with actionsOnly matched. */
            message: string;
            /** @description Id of the session. Send it with the next message to continue the conversation. */
            sessionId: string;
            /** @description Id of this answer, to rate it with `RateChatMessage`. */
            messageId: string;
            /** @description The webhook tools called, in order; null if there were none. */
            toolCalls?: components["schemas"]["ChatToolCall"][];
            /** @description Actions for the client; null if there are none. */
            actions?: components["schemas"]["ChatAction"][];
            /** @description The detected intent. */
            intent?: components["schemas"]["ChatIntent"];
            /** @description The trigger that matched. */
            triggeredBy?: components["schemas"]["ChatTriggeredBy"];
            /** @description Citations; null if the answer cites no source. */
            citations?: components["schemas"]["Citation"][];
            /** @description Model, tokens and time of the answer. */
            metadata: components["schemas"]["ChatMetadata"];
        };
        /** @description The decision of the user about a tool call that needs confirmation. */
        ChatConfirmationInput: {
            /** @description The token of the `confirm` action. */
            token: string;
            /** @description True makes the call with the confirmed input; false cancels it. */
            approved: boolean;
        };
        ChatContext: {
            page?: string | null;
            referrer?: string | null;
            productIds?: string[] | null;
            contentIds?: string[] | null;
            video?: {
                videoId: string;
                currentTimestamp?: number | null;
                title?: string | null;
                duration?: number | null;
            } | null;
            currentVideo?: {
                videoId: string;
                currentTime?: number | null;
            } | null;
            user?: {
                uid?: string | null;
                isAuthenticated?: boolean | null;
                subscriptions?: string[] | null;
            } | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            relevantContent?: string[] | null;
        };
        /** @description Data of the events, by name. The last event is `answer`, with the envelope that is returned without streaming, or `error`. */
        ChatEvents: {
            text?: components["schemas"]["ChatTextEvent"];
            toolCall?: components["schemas"]["ChatToolCall"];
            answer?: {
                /** @constant */
                success: true;
                /** @description Sends a message to the agent and returns its answer. 503 if no model is configured; 502 if the model fails, in which case nothing is stored. A key with scope read can use it. */
                data: components["schemas"]["ChatAnswer"];
            };
            error?: components["schemas"]["Error"];
        };
        /** @description The rating of an answer. */
        ChatFeedback: {
            /** @description Id of the session. */
            sessionId: string;
            /** @description Id of the rated answer. */
            messageId: string;
            /** @description The rating. */
            rating: components["schemas"]["ChatRating"];
            /** @description Comment on the answer; null if there is none. */
            comment?: string;
            /**
             * Format: date-time
             * @description When the answer was first rated.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the rating or the comment last changed.
             */
            updatedAt: string;
        };
        /** @description The rating of an answer. */
        ChatFeedbackInput: {
            /** @description Id of the session, as the answer has it. */
            sessionId: string;
            /** @description `messageId` of the answer. */
            messageId: string;
            /** @description The rating. */
            rating: components["schemas"]["ChatRating"];
            /** @description Comment on the answer, at most 2,000 characters. */
            comment?: string | null;
        };
        /** @description Earlier messages, used instead of the stored conversation for this call. */
        ChatHistoryInput: {
            /** @description Messages, oldest first, at most 200 and at most 400,000 characters in total. */
            messages?: components["schemas"]["ChatHistoryMessageInput"][] | null;
            /** @description Summary of the messages before these, at most 20,000 characters. */
            summary?: string | null;
        };
        /** @description An earlier message. */
        ChatHistoryMessageInput: {
            /** @description Author of the message. */
            role: components["schemas"]["ChatRole"];
            /** @description Text of the message, at most 20,000 characters. */
            content: string;
        };
        /** @description A message to the agent. */
        ChatInput: {
            /** @description Message of the user, 1 to 8,000 characters. */
            message: string;
            /** @description Session to continue; an unknown id starts a new session with that id. 1 to 128 characters of `A-Za-z0-9._:-`. */
            sessionId?: string | null;
            /** @description Decision about a `confirm` action of this session: once, within 15 minutes and by the same user. 404 otherwise. */
            confirmation?: components["schemas"]["ChatConfirmationInput"] | null;
            /** @description Id or slug of the persona. Default: the default persona of the site. */
            personaId?: string | null;
            /** @description Whether the answer may use unpublished items, and of an item with a draft that the viewer can read the draft in the place of what is live; with a preview token of one item, that item alone. 403 for an API key without the scope preview and without a preview token. Default false. */
            preview?: boolean | null;
            /** @description Earlier messages, used instead of the stored conversation. */
            history?: components["schemas"]["ChatHistoryInput"] | null;
            /** @description Preferences of the user by category, each {likes, dislikes, restrictions: [text], priceRange: {min, max}}; used for this call only, at most 16 kB. */
            preferences?: components["schemas"]["ChatPreferences"] | null;
            /** @description Context of the request: page, referrer, productIds, contentIds, video {videoId, currentTimestamp, title, duration} or currentVideo {videoId, currentTime}, user {uid, isAuthenticated, subscriptions}, metadata, relevantContent [text]; at most 64 kB. */
            context?: components["schemas"]["ChatContext"] | null;
        };
        /** @description The intent of the message, one of those that intent triggers define. */
        ChatIntent: {
            /** @description Name of the intent. */
            name: string;
            /** @description Confidence, 0 to 1. */
            confidence: number;
        };
        /** @description Model, tokens and time of the answer. */
        ChatMetadata: {
            /** @description The model that answered; `none` if no model was called. */
            model: string;
            /** @description Input and output tokens of the models. */
            tokensUsed: number;
            /** @description Time from request to answer in the service, in milliseconds. */
            proxyLatencyMs: number;
            /** @description Models that failed in the search for sources, which went on without them; null if there are none. */
            unavailable?: components["schemas"]["SearchPart"][];
            /** @description Phase in which the trigger matched; null if none matched. */
            triggerPhase?: components["schemas"]["TriggerPhase"];
        };
        ChatPreferences: {
            [key: string]: {
                likes?: string[] | null;
                dislikes?: string[] | null;
                restrictions?: string[] | null;
                priceRange?: {
                    min: number;
                    max: number;
                } | null;
            };
        };
        /**
         * @description Rating of an answer of the agent.
         * @enum {string}
         */
        ChatRating: "up" | "down";
        /**
         * @description Author of the message.
         * @enum {string}
         */
        ChatRole: "user" | "assistant";
        /** @description A part of the text of the answer. */
        ChatTextEvent: {
            /** @description Text to append to the previous events. */
            text: string;
        };
        /** @description A call of a webhook tool. */
        ChatToolCall: {
            /** @description Name of the tool. */
            name: string;
            /** @description Input that the agent passed to the tool. */
            input: unknown;
            /** @description Output of the tool; `{error}` if the call failed. */
            output: unknown;
        };
        /** @description The trigger that matched. */
        ChatTriggeredBy: {
            /** @description Type of the trigger. */
            type: components["schemas"]["TriggerType"];
            /** @description Keyword pattern or intent name of the trigger. */
            value: string;
        };
        /** @description A part of the answer with the passages that support it. */
        Citation: {
            /** @description Start of the part in the message (inclusive), in UTF-16 units. */
            start: number;
            /** @description End (exclusive), in UTF-16 units. */
            end: number;
            /** @description The cited passages, at least one. */
            sources: components["schemas"]["CitedSource"][];
        };
        /**
         * @description How an answer cites its sources.
         * @enum {string}
         */
        CitationStyle: "inline" | "footer" | "timestamps" | "none";
        /** @description A cited passage. */
        CitedSource: {
            /** @description Number of the source in this answer, from 1. */
            number: number;
            /** @description Id of the passage; it changes when the source is indexed again. */
            chunkId: string;
            /** @description Id of the content item, document, file or video. */
            sourceId: string;
            /** @description Kind of source. */
            source: components["schemas"]["KnowledgeSourceKind"];
            /** @description Title of the source. */
            title: string;
            /** @description Content items: slug of the content type; otherwise null. */
            type?: string;
            /** @description Content items: slug; otherwise null. */
            slug?: string;
            /** @description Content items: ISO language code; otherwise null. */
            language?: string;
            /** @description Content items: URL of their page, as it was entered. Videos: URL that plays the video from the start of the passage on (`#t=` and seconds). Files: URL of the file, at the page of the passage if it has pages (`#page=` and its number). That of a restricted uploaded file is signed and expires. Null for documents, if there is none, and if clients could not follow it. */
            url?: string;
            /** @description Content items: `url` with the heading above the passage as its fragment; null without a heading or URL, or if `url` has a fragment. */
            anchor?: string;
            /** @description Page number, from 1; null if the source has no pages. */
            page?: number;
            /** @description Videos: start of the passage as MM:SS, or H:MM:SS from one hour on. */
            timestamp?: string;
            /** @description Metadata of the source, if the persona has includeSourceMetadata: fileName, GetContentType, section and, of a Markdown text, frontMatter, as in search results. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** @description An action for the client to carry out. */
        ClientAction: {
            /** @description Type of the action. */
            type: components["schemas"]["ClientActionType"];
            /** @description Payload; its fields depend on the type. */
            payload: {
                [key: string]: unknown;
            };
            /** @description Actions with a higher priority come first. */
            priority?: number;
            /** @description Label of a button. */
            label?: string;
            /** @description Whether the client runs the action without asking the user. */
            immediate?: boolean;
        };
        /** @description An action for the client to carry out. */
        ClientActionInput: {
            /** @description Payload; its fields depend on the type. */
            payload: {
                [key: string]: unknown;
            };
            /** @description Actions with a higher priority come first. */
            priority?: number | null;
            /** @description Label of a button. */
            label?: string | null;
            /** @description Whether the client runs the action without asking the user. */
            immediate?: boolean | null;
            /** @description Type of the action. */
            type: components["schemas"]["ClientActionType"];
        };
        /**
         * @description Type of a client action, with the fields of its payload: navigate (route, params), open_url (url), open_content (contentId), play_video (videoId, timestamp), show_product (productId), add_to_cart (productId, quantity), open_modal (modalId, modalData), trigger_event (eventName, eventData), custom (customType, customData).
         * @enum {string}
         */
        ClientActionType: "navigate" | "open_url" | "open_content" | "play_video" | "show_product" | "add_to_cart" | "open_modal" | "trigger_event" | "custom";
        /**
         * @description Coaching style of a persona for video training.
         * @enum {string}
         */
        CoachingStyle: "encouraging" | "analytical" | "strict" | "custom";
        /**
         * @description How products are compared.
         * @enum {string}
         */
        ComparisonBehavior: "detailed" | "quick" | "tabular";
        /** @description Result of the access check of an item for the viewer. */
        ContentAccess: {
            /** @description Access level of the item. */
            level: components["schemas"]["AccessLevel"];
            /** @description Slugs of the required subscriptions, one of which is enough. */
            requiredSubscriptions: string[];
            /** @description Whether the viewer can read the item. */
            userHasAccess: boolean;
            /** @description Slugs of the subscriptions of the viewer, included ones as well. */
            userSubscriptions: string[];
        };
        /** @description How many items of a list the viewer can read. */
        ContentAccessSummary: {
            /** @description All items that match the filter. */
            totalItems: number;
            /** @description Items that the viewer can read. */
            accessibleItems: number;
            /** @description Restricted items, returned as teasers. */
            restrictedItems: number;
            /** @description Whether the list contains restricted items. */
            includeRestricted: boolean;
        };
        /** @description Changes to one of several content items. */
        ContentChange: {
            /** @description Id of the item. Default: that of the item with the externalId. */
            id?: string | null;
            /** @description The caller's own id of the item, in place of its id. */
            externalId?: string | null;
            /** @description Revision at which the caller has read the item: with another one by now it is not changed. */
            expectedRevision?: number | null;
            /** @description Fields to change. */
            changes: components["schemas"]["UpdateContentInput"];
        };
        /**
         * @description What happened to a content item. `created` and `updated`: the viewer can read it; `created` if it is newer than the cursor (with a key without the scope `preview`: was first published after it). `deleted`: the viewer cannot read it any more, because it was deleted, unpublished or restricted.
         * @enum {string}
         */
        ContentChangeKind: "created" | "updated" | "deleted";
        /** @description Changes of a content item that are not live yet. */
        ContentDraft: {
            /** @description Id of the item. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /** @description Revision of the item that the draft was begun from. */
            itemRevision: number;
            /** @description The values that differ from those of the item, by the names of its fields, as `UpdateContent` takes them: of `customFields` those that differ, of which null removes one. */
            values: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description Who saved it last; null if it is not known. */
            writtenBy: components["schemas"]["Writer"] | null;
        };
        /** @description Changes of a content item that are not live yet. */
        ContentDraftIdentity: {
            /** @description Id of the item. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description Changes to the draft of a content item. Omitted fields keep their value in the draft or, where it has none, that of the item; null clears. */
        ContentDraftInput: {
            /** @description Title, at most 300 characters. */
            title?: string;
            /** @description Short summary, at most 5,000 characters. */
            excerpt?: string | null;
            /** @description URL of the page that displays the item: http or https without a user name, or relative. */
            url?: string | null;
            /** @description Categories, at most 200. */
            categories?: string[] | null;
            /** @description Tags, at most 200. */
            tags?: string[] | null;
            /** @description Who can read the item. Default: the access level of the content type. */
            accessLevel?: components["schemas"]["AccessLevel"] | null;
            /** @description Slugs of the required subscriptions, one of which is enough. Required if accessLevel is subscription; otherwise null. */
            requiredSubscriptions?: string[] | null;
            /** @description Author. */
            author?: string | null;
            /** @description URL of an image, with the rules of `url`. */
            featuredImage?: string | null;
            /** @description Free-form data of the caller, at most 64 kB. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Metadata of a video. */
            videoMetadata?: components["schemas"]["VideoMetadataInput"] | null;
            /** @description Metadata of a document. */
            documentMetadata?: components["schemas"]["DocumentMetadataInput"] | null;
            /** @description Metadata of a course. */
            courseMetadata?: components["schemas"]["CourseMetadataInput"] | null;
            /** @description Whether the item is added to the knowledge base when it is published. Default true. */
            aiIndexed?: boolean | null;
            /** @description Body as HTML or Markdown; limited by the maximum size of the request. Not the sentence of the agent that it found no answer. */
            content?: string | null;
            /** @description Values by field name, validated against the content type, at most 256 kB. On update, omitted fields keep their value and null removes it. A reference is an id, or `{externalId: "…"}`. */
            customFields?: {
                [key: string]: unknown;
            } | null;
            /** @description Revision at which the caller has read the item. If it has another one by now, nothing is saved: 412, with the current `revision` of the item. Default: any revision. */
            itemRevision?: number | null;
        };
        /** @description A structured content item. A restricted item, returned with `includeRestricted`, is a teaser: content, customFields, url, metadata and videoMetadata.streamUrl are null. */
        ContentItem: {
            /** @description Identifier. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /** @description The caller's own id, unique in the site, at most 300 characters. */
            externalId: string;
            /** @description Slug of the content type. */
            type: string;
            /** @description Id of the content type; null if the type was deleted. */
            contentTypeId: string | null;
            /** @description Title, at most 300 characters. */
            title: string;
            /** @description Short summary, at most 5,000 characters. */
            excerpt: string | null;
            /** @description Slug of lower-case letters, digits and hyphens, unique per site, content type and language. Default: generated from the title. */
            slug: string;
            /** @description URL of the page that displays the item: http or https without a user name, or relative. */
            url?: string;
            /** @description Language code of BCP 47, such as `de` or `de-AT`, in any case and also with `_`; stored as `de-AT`. Default `en`. */
            language: string;
            /** @description Id of the item that this is a translation of; null for an original. It is kept when the original is deleted. An input takes the id or externalId of the original or of any translation of it, which must have the same type and another language; an item has at most 50 translations. */
            translationOf?: string;
            /** @description Categories, at most 200. */
            categories: string[];
            /** @description Tags, at most 200. */
            tags: string[];
            /** @description Status of the item. Default draft. */
            status: components["schemas"]["ContentStatus"];
            /** @description Who can read the item. Default: the access level of the content type. */
            accessLevel: components["schemas"]["AccessLevel"];
            /** @description Slugs of the required subscriptions, one of which is enough. Required if accessLevel is subscription; otherwise null. */
            requiredSubscriptions?: string[];
            /** @description Author. */
            author: string | null;
            /** @description URL of an image, with the rules of `url`. */
            featuredImage: string | null;
            /** @description Free-form data of the caller, at most 64 kB. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Metadata of a video. */
            videoMetadata?: components["schemas"]["VideoMetadata"];
            /** @description Metadata of a document. */
            documentMetadata?: components["schemas"]["DocumentMetadata"];
            /** @description Metadata of a course. */
            courseMetadata?: components["schemas"]["CourseMetadata"];
            /** @description Whether the item is added to the knowledge base when it is published. Default true. */
            aiIndexed: boolean;
            /** @description Id of a collection of the site. */
            collectionId: string | null;
            /** @description Position within the collection. Default 0. */
            sortOrder: number;
            /**
             * Format: date-time
             * @description When the item was first published; null if it was not.
             */
            publishedAt: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description Whether the viewer can read an item, and the reason if not. */
        ContentItemAccess: {
            /** @description Access level of the item. */
            level: components["schemas"]["AccessLevel"];
            /** @description Slugs of the required subscriptions, one of which is enough; null unless accessLevel is subscription. */
            requiredSubscriptions?: string[];
            /** @description Whether the viewer can read the item. */
            granted: boolean;
            /** @description Why access is denied; null if it is granted. */
            reason: string | null;
        };
        /** @description A structured content item. A restricted item, returned with `includeRestricted`, is a teaser: content, customFields, url, metadata and videoMetadata.streamUrl are null. */
        ContentItemIdentity: {
            /** @description Identifier. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description What became of one of several content items: the item, or an error. */
        ContentOutcome: {
            /** @description Id of the written item; of an item whose externalId is already used, the id of that item. */
            _id: string | null;
            /** @description The written item; null if it was not written. */
            item: components["schemas"]["ContentItem"] | null;
            /** @description Why the item was not written: `message`, `code` and what else the error of a single write has, such as `details`. Null if it was. */
            error: {
                [key: string]: unknown;
            } | null;
        };
        /** @description What became of one of several content items: the item, or an error. */
        ContentOutcomeIdentity: {
            /** @description Id of the written item; of an item whose externalId is already used, the id of that item. */
            _id: string | null;
            /** @description Why the item was not written: `message`, `code` and what else the error of a single write has, such as `details`. Null if it was. */
            error: {
                [key: string]: unknown;
            } | null;
        };
        /** @description When a content item is published and unpublished. */
        ContentSchedule: {
            /** @description Id of the item. */
            _id: string;
            /**
             * Format: date-time
             * @description When the item is published; null if that is not scheduled.
             */
            publishAt: string | null;
            /**
             * Format: date-time
             * @description When the item becomes a draft again; null if that is not scheduled.
             */
            unpublishAt: string | null;
            /** @description Who scheduled it last; null if nothing is scheduled. */
            scheduledBy: components["schemas"]["Writer"] | null;
            /** @description Why the item could not be published or unpublished at its time. It stays as it is until it is scheduled again. */
            failedReason: string | null;
        };
        /** @description When a content item is published and unpublished. */
        ContentScheduleIdentity: {
            /** @description Id of the item. */
            _id: string;
        };
        /**
         * @description Status of a content item.
         * @enum {string}
         */
        ContentStatus: "draft" | "published" | "archived";
        /** @description A content type: the definition of a kind of content item and its custom fields. */
        ContentType: {
            /** @description Identifier. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /** @description Display name, at most 300 characters. */
            name: string;
            /** @description Slug, used as `type` of content items: lower-case letters, digits and hyphens, unique in the site. */
            slug: string;
            /** @description Display name in the plural. */
            pluralName: string | null;
            /** @description Description of the type. */
            description: string | null;
            /** @description Icon name. */
            icon: string | null;
            /** @description Which built-in fields editors show for items of the type. */
            builtInFields: components["schemas"]["ContentTypeBuiltInFields"];
            /** @description How search and the agent use items of the type. */
            aiConfig: components["schemas"]["ContentTypeAiConfig"];
            /** @description Default access level of new items: public, authenticated or premium. Default public. */
            accessLevel: components["schemas"]["ContentTypeAccessLevel"];
            /** @description Status of the type. Default active. */
            status: components["schemas"]["ContentTypeStatus"];
            /** @description Whether it is one of the six content types that every site has. They cannot be deleted. */
            builtIn: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * @description Default access level of new items of a content type.
         * @enum {string}
         */
        ContentTypeAccessLevel: "public" | "authenticated" | "premium";
        /** @description How search and the agent use items of the type. */
        ContentTypeAiConfig: {
            /** @description Whether published items are added to the knowledge base. Default true. */
            indexed: boolean;
            /** @description A setting for the applications of the site: the service writes no summaries of items, whatever its value. Default false. */
            summarize: boolean;
            /** @description Whether every part of an indexed item is found by the keywords of the whole item: up to 10 words that its text repeats most, without everyday words. They are only used for searches by words, and shown nowhere. Default false. */
            extractKeywords: boolean;
            /** @description Whether items are embedded for semantic search; if false, only keyword search finds them. Default true. */
            generateEmbeddings: boolean;
            /** @description Instructions for the agent when it uses items of the type, at most 5,000 characters. */
            instructionTemplate: string | null;
        };
        /** @description Which built-in fields editors show for items of the type. */
        ContentTypeBuiltInFields: {
            /** @description Whether editors show the field `title`. Default true. */
            title: boolean;
            /** @description Whether editors show the field `slug`. Default true. */
            slug: boolean;
            /** @description Whether editors show the field `excerpt`. Default false. */
            excerpt: boolean;
            /** @description Whether editors show the field `featuredImage`. Default false. */
            featuredImage: boolean;
            /** @description Whether editors show the field `content`. Default true. */
            content: boolean;
            /** @description Whether editors show the field `author`. Default false. */
            author: boolean;
            /** @description Whether editors show the field `publishedAt`. Default true. */
            publishedAt: boolean;
        };
        /** @description A content type: the definition of a kind of content item and its custom fields. */
        ContentTypeIdentity: {
            /** @description Identifier. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * @description Status of a content type.
         * @enum {string}
         */
        ContentTypeStatus: "active" | "draft" | "archived";
        /** @description A version of a content item with its values. */
        ContentVersion: {
            /** @description Revision that the item had. */
            revision: number;
            /**
             * Format: date-time
             * @description When this version was written.
             */
            writtenAt: string;
            /** @description Who wrote this version; null if it is not known. */
            writtenBy: components["schemas"]["Writer"] | null;
            /** @description The item's fields at that revision, as `ContentItem` has them, without those of expansions. */
            values: {
                [key: string]: unknown;
            };
        };
        /** @description A former version of a content item, in a list. */
        ContentVersionSummary: {
            /** @description Revision that the item had. */
            revision: number;
            /**
             * Format: date-time
             * @description When this version was written.
             */
            writtenAt: string;
            /** @description Who wrote this version; null if it is not known. */
            writtenBy: components["schemas"]["Writer"] | null;
            /** @description Fields in which the version after this one differs, in the order of their names: `title`, `customFields.rating`. */
            changedAfter: string[];
        };
        /** @description Metadata of a course. */
        CourseMetadata: {
            /** @description Number of lessons. */
            lessons?: number;
            /** @description Total duration of all lessons in seconds. */
            totalDuration?: number;
            /** @description Difficulty. */
            difficulty?: string;
            /** @description Prerequisites. */
            prerequisites?: string[];
        };
        /** @description Metadata of a course. */
        CourseMetadataInput: {
            /** @description Number of lessons. */
            lessons?: number | null;
            /** @description Total duration of all lessons in seconds. */
            totalDuration?: number | null;
            /** @description Difficulty. */
            difficulty?: string | null;
            /** @description Prerequisites. */
            prerequisites?: string[] | null;
        };
        /** @description A new folder. */
        CreateAssetFolderInput: {
            /** @description Display name, at most 300 characters. */
            name: string;
            /** @description Slug of lower-case letters, digits and hyphens, unique within the parent folder. */
            slug: string;
            /** @description Description of the folder, at most 5,000 characters. */
            description?: string | null;
            /** @description Id of the parent folder; null for a root folder. */
            parentId?: string | null;
            /** @description URL of the cover image, http or https without a user name, or relative, at most 2,000 characters. */
            coverImage?: string | null;
            /** @description Colour, in any notation, at most 200 characters. */
            color?: string | null;
            /** @description Icon name, at most 200 characters. */
            icon?: string | null;
            /** @description Position among the folders with the same parent. Default 0. */
            order?: number | null;
            /** @description Who can read the folder and its files. Subfolders have their own access level. Default public. */
            accessLevel?: components["schemas"]["AssetFolderAccessLevel"] | null;
            /** @description Free-form data of the caller, at most 64 kB as JSON. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Status of the folder. Default active. */
            status?: components["schemas"]["AssetFolderStatus"] | null;
        };
        /** @description A structured content item. A restricted item, returned with `includeRestricted`, is a teaser: content, customFields, url, metadata and videoMetadata.streamUrl are null. */
        CreateContentContentItem: components["schemas"]["ContentItem"] & {
            /** @description Body as HTML or Markdown; null for a teaser. */
            content: string | null;
            /** @description Values of the fields that the content type defines, and of any other fields that were stored; null for a teaser. */
            customFields: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A new content item. */
        CreateContentInput: {
            /** @description The caller's own id, unique in the site, at most 300 characters. */
            externalId: string;
            /** @description Title, at most 300 characters. */
            title: string;
            /** @description Short summary, at most 5,000 characters. */
            excerpt?: string | null;
            /** @description Slug of lower-case letters, digits and hyphens, unique per site, content type and language. Default: generated from the title. */
            slug?: string | null;
            /** @description URL of the page that displays the item: http or https without a user name, or relative. */
            url?: string | null;
            /** @description Language code of BCP 47, such as `de` or `de-AT`, in any case and also with `_`; stored as `de-AT`. Default `en`. */
            language?: string | null;
            /** @description Id of the item that this is a translation of; null for an original. It is kept when the original is deleted. An input takes the id or externalId of the original or of any translation of it, which must have the same type and another language; an item has at most 50 translations. */
            translationOf?: string | null;
            /** @description Categories, at most 200. */
            categories?: string[] | null;
            /** @description Tags, at most 200. */
            tags?: string[] | null;
            /** @description Status of the item. Default draft. */
            status?: components["schemas"]["ContentStatus"] | null;
            /** @description Who can read the item. Default: the access level of the content type. */
            accessLevel?: components["schemas"]["AccessLevel"] | null;
            /** @description Slugs of the required subscriptions, one of which is enough. Required if accessLevel is subscription; otherwise null. */
            requiredSubscriptions?: string[] | null;
            /** @description Author. */
            author?: string | null;
            /** @description URL of an image, with the rules of `url`. */
            featuredImage?: string | null;
            /** @description Free-form data of the caller, at most 64 kB. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Metadata of a video. */
            videoMetadata?: components["schemas"]["VideoMetadataInput"] | null;
            /** @description Metadata of a document. */
            documentMetadata?: components["schemas"]["DocumentMetadataInput"] | null;
            /** @description Metadata of a course. */
            courseMetadata?: components["schemas"]["CourseMetadataInput"] | null;
            /** @description Whether the item is added to the knowledge base when it is published. Default true. */
            aiIndexed?: boolean | null;
            /** @description Id of a collection of the site. */
            collectionId?: string | null;
            /** @description Position within the collection. Default 0. */
            sortOrder?: number | null;
            /** @description Body as HTML or Markdown; limited by the maximum size of the request. Not the sentence of the agent that it found no answer. */
            content?: string | null;
            /** @description Values by field name, validated against the content type, at most 256 kB. On update, omitted fields keep their value and null removes it. A reference is an id, or `{externalId: "…"}`. */
            customFields?: {
                [key: string]: unknown;
            } | null;
            /** @description Slug of the content type. */
            type: string;
            /**
             * Format: date-time
             * @description When the item was first published elsewhere. Default: now, if it is published.
             */
            publishedAt?: string | null;
            /**
             * Format: date-time
             * @description When the item was created elsewhere. Default: now.
             */
            createdAt?: string | null;
            /**
             * Format: date-time
             * @description When the item was last changed elsewhere. Default: now.
             */
            updatedAt?: string | null;
        };
        /** @description A content type: the definition of a kind of content item and its custom fields. */
        CreateContentTypeContentType: components["schemas"]["ContentType"] & {
            /** @description Custom fields, in order, at most 200. An update replaces all of them; values of fields that it removes stay in the items. */
            fields: components["schemas"]["FieldDefinition"][];
        };
        /** @description A new content type. */
        CreateContentTypeInput: {
            /** @description Display name, at most 300 characters. */
            name: string;
            /** @description Slug, used as `type` of content items: lower-case letters, digits and hyphens, unique in the site. */
            slug: string;
            /** @description Display name in the plural. */
            pluralName?: string | null;
            /** @description Description of the type. */
            description?: string | null;
            /** @description Icon name. */
            icon?: string | null;
            /** @description Custom fields, in order, at most 200. An update replaces all of them; values of fields that it removes stay in the items. */
            fields?: components["schemas"]["FieldDefinitionInput"][] | null;
            /** @description Which built-in fields editors show for items of the type. */
            builtInFields?: components["schemas"]["BuiltInFieldsInput"] | null;
            /** @description How search and the agent use items of the type. */
            aiConfig?: components["schemas"]["AiConfigInput"] | null;
            /** @description Default access level of new items: public, authenticated or premium. Default public. */
            accessLevel?: components["schemas"]["ContentTypeAccessLevel"] | null;
            /** @description Status of the type. Default active. */
            status?: components["schemas"]["ContentTypeStatus"] | null;
        };
        /** @description New content items. */
        CreateContentsInput: {
            /** @description The new items, 1 to 100. */
            items: components["schemas"]["CreateContentInput"][];
        };
        /** @description A new knowledge document. */
        CreateKnowledgeDocumentInput: {
            /** @description Title, at most 300 characters. */
            title: string;
            /** @description Content type of the document, by which searches can be filtered. Default `document`. */
            contentType?: string | null;
            /** @description Free-form data, at most 64 kB. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Tags, at most 200. */
            tags?: string[] | null;
            /** @description Who can read the document. Default public. */
            accessLevel?: components["schemas"]["AccessLevel"] | null;
            /** @description Slugs of the required subscriptions, one of which is enough. Required if accessLevel is subscription; otherwise null. */
            requiredSubscriptions?: string[] | null;
            /** @description Full text, plain or Markdown; limited by the maximum size of the request. Not the sentence of the agent that it found no answer. */
            content: string;
        };
        /** @description A text document in the knowledge base. */
        CreateKnowledgeDocumentKnowledgeDocument: components["schemas"]["KnowledgeDocument"] & {
            /** @description Full text. */
            content: string;
        };
        /** @description A new persona. */
        CreatePersonaInput: {
            /** @description Display name, one line of at most 300 characters. */
            name: string;
            /** @description System prompt of the agent, at most 20,000 characters. */
            systemPrompt: string;
            /** @description Slug, unique in the site; it must not be a UUID or `templates`. Default: generated from the name. */
            slug?: string | null;
            /** @description Description of the persona. */
            description?: string | null;
            /** @description URL of an image: http or https without a user name, or relative. */
            avatar?: string | null;
            /** @description Whether chats without personaId use this persona. A site has at most one default persona. */
            isDefault?: boolean | null;
            /** @description Kind of application. Default general. */
            appType?: components["schemas"]["AppType"] | null;
            /** @description Model that answers. Default smart. */
            capabilityTier?: components["schemas"]["CapabilityTier"] | null;
            /** @description Areas of expertise. */
            expertise?: string[] | null;
            /** @description Voice of the persona. */
            voice?: components["schemas"]["PersonaVoiceInput"] | null;
            /** @description Behaviour of the persona. */
            behavior?: components["schemas"]["PersonaBehaviorInput"] | null;
            /** @description Settings of the app type video-training. */
            videoConfig?: components["schemas"]["PersonaVideoConfigInput"] | null;
            /** @description Settings of the app type product-catalog. */
            catalogConfig?: components["schemas"]["PersonaCatalogConfigInput"] | null;
            /** @description Format of the answers. */
            sdkResponseConfig?: components["schemas"]["SdkResponseConfigInput"] | null;
            /** @description Welcome message, at most 2,000 characters. */
            welcomeMessage?: string | null;
            /** @description Suggested questions, at most 50. */
            suggestedQuestions?: string[] | null;
            /** @description Status; only an active persona can be used in a chat. Default active. */
            status?: components["schemas"]["PersonaStatus"] | null;
        };
        /** @description A new preview token. */
        CreatePreviewTokenInput: {
            /** @description Id of the content item that it shows. Default: everything of the site. */
            itemId?: string | null;
            /** @description How long it works, 1 to 1,440 minutes. Default 60. */
            minutes?: number | null;
        };
        /** @description A new trigger. */
        CreateTriggerInput: {
            /** @description Response of the trigger. */
            response?: components["schemas"]["TriggerResponseInput"] | null;
            /** @description Actions for the client, at most 20. A change replaces all of them. */
            actions?: components["schemas"]["ClientActionInput"][] | null;
            /** @description Options of the trigger. */
            options?: components["schemas"]["TriggerOptionsInput"] | null;
            /** @description Whether the trigger is active. Default true. */
            enabled?: boolean | null;
            /** @description Tags, at most 200. */
            tags?: string[] | null;
            /** @description Type of the trigger. */
            type: components["schemas"]["TriggerType"];
            /** @description Condition of the trigger. Required. */
            trigger: components["schemas"]["TriggerConditionInput"];
        };
        /** @description A file to upload. */
        CreateUploadGrantInput: {
            /** @description Path within the object key, such as `photos/2026`, at most 8 levels. If a folder has this path, the file is put into it. */
            folder?: string | null;
            /** @description Id of the folder; takes precedence over `folder`. */
            folderId?: string | null;
            /** @description Name of the file, with its extension, at most 300 characters. */
            filename: string;
            /** @description MIME type; the PUT must send it as Content-Type. */
            contentType: string;
            /** @description Size of the file in bytes. With it the grant has a `resumableUrl`. 413 above the maximum size of its kind. */
            size?: number | null;
        };
        /** @description A new webhook tool. */
        CreateWebhookToolInput: {
            /** @description Name that the agent uses, matching `^[a-z][a-z0-9_]{0,63}$`, unique in the site. */
            name: string;
            /** @description Description that tells the agent when to use the tool, at most 5,000 characters. */
            description: string;
            /** @description URL that the service calls, http or https, at most 2,048 characters. Private addresses are rejected unless the deployment allows the host. */
            endpoint: string;
            /** @description HTTP method of the calls. */
            method: components["schemas"]["WebhookMethod"];
            /** @description Dot path of the part of the JSON response that the agent gets, such as `data.items.0`, at most 20 segments; null selects the whole response. */
            resultPath?: string | null;
            /** @description Whether the agent can use the tool. Default true. */
            enabled?: boolean | null;
            /** @description Whether calls change data. Default: read for GET and write for POST; null restores the default. Calls that change data need confirmation by the user if the conversation contains external text (documents, tool results, the page). */
            effect?: components["schemas"]["WebhookToolEffect"] | null;
            /** @description Whether calls that change data run without confirmation by the user. Default false. */
            runsWithoutConfirmation?: boolean | null;
            /** @description Which passages of the knowledge base the inputs may contain. A call with other passages is not made. Default `public`. */
            mayReceive?: components["schemas"]["WebhookToolPassages"] | null;
            /** @description JSON Schema (2020-12) of the inputs, of type `object`, at most 32 kB and 200 subschemas. Patterns have RE2 syntax; `$ref` and `$id` are rejected. */
            inputSchema: {
                [key: string]: unknown;
            };
            /** @description Headers sent with each call, at most 20, as strings by name. The value `***` keeps the stored value. */
            headers?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description An endpoint that the agent may call during a chat. */
        CreateWebhookToolWebhookTool: components["schemas"]["WebhookTool"] & {
            /** @description Secret that signs the calls (Standard Webhooks). Only returned by `CreateWebhookTool` and `RotateWebhookToolSecret`; otherwise null. */
            signingSecret: string | null;
        };
        /** @description Result of a deletion. */
        Deleted: {
            /** @description Id of the deleted resource. */
            id: string;
            /** @description Always true. */
            deleted: boolean;
        };
        /** @description Metadata of a document. */
        DocumentMetadata: {
            /** @description Number of pages. */
            pageCount?: number;
            /** @description Size in bytes. */
            fileSize?: number;
            /** @description File format, such as `pdf`. */
            format?: string;
        };
        /** @description Metadata of a document. */
        DocumentMetadataInput: {
            /** @description Number of pages. */
            pageCount?: number | null;
            /** @description Size in bytes. */
            fileSize?: number | null;
            /** @description File format, such as `pdf`. */
            format?: string | null;
        };
        /** @description An error. Some errors have additional fields. */
        Error: {
            /** @constant */
            success: false;
            /** @description Error message. */
            error: string;
            /** @description Errors of the input, at most 100; `error` is the first. Also with 409 if the value of a field conflicts. */
            details?: components["schemas"]["FieldError"][];
            /** @description Id of the request, with status 5xx; quote it when reporting the error. */
            requestId?: string;
        };
        ErrorOnly: {
            /** @description Error message. */
            error: string;
        };
        /** @description A custom field of a content type. */
        FieldDefinition: {
            /** @description Key in `customFields`, camelCase, unique in the content type. */
            name: string;
            /** @description Display label. Default: generated from the name. */
            label: string;
            /** @description Type of the values. */
            type: components["schemas"]["FieldType"];
            /** @description Help text for editors. */
            description?: string;
            /** @description Placeholder of an empty field. */
            placeholder?: string;
            /** @description Default value for new items, which must be valid for the field. */
            defaultValue?: unknown;
            /** @description Validation rules for the values. */
            validation?: components["schemas"]["FieldValidation"];
            /** @description Whether editors show the field in lists of items. Default false. */
            showInList: boolean;
            /** @description Whether editors can search by the field. Default true. */
            searchable: boolean;
            /** @description Whether items can be sorted by the field; filters by it are then also read from an index. At most 100 fields of a site are sortable or filterable. Default false. */
            sortable: boolean;
            /** @description True if filters by the field are read from an index without it being sortable. At most 100 fields of a site are sortable or filterable. Without effect on multiselect, references, media, file, json and location. */
            filterable?: boolean;
            /** @description Group under which editors show the field. */
            group?: string;
            /** @description Position among the fields. */
            order?: number;
            /** @description Whether editors hide the field. Default false. */
            hidden: boolean;
            /** @description Whether search and the agent use the values. Default true. */
            aiIndexed: boolean;
        };
        /** @description A custom field. */
        FieldDefinitionInput: {
            /** @description What the field is known by, whatever its name is: an update that has the id of a field with another name renames it, and the values in all items with it. Without an id, a field is the one of its name. Made by the service, unless the input has one: 1 to 64 letters, digits, hyphens and underscores, unique in the content type. */
            id?: string | null;
            /** @description Key in `customFields`, camelCase, unique in the content type. */
            name: string;
            /** @description Display label. Default: generated from the name. */
            label?: string | null;
            /** @description Type of the values. */
            type: components["schemas"]["FieldType"];
            /** @description Help text for editors. */
            description?: string | null;
            /** @description Placeholder of an empty field. */
            placeholder?: string | null;
            /** @description Default value for new items, which must be valid for the field. */
            defaultValue?: unknown;
            /** @description Validation rules for the values. */
            validation?: components["schemas"]["FieldValidationInput"] | null;
            /** @description Whether editors show the field in lists of items. Default false. */
            showInList?: boolean | null;
            /** @description Whether editors can search by the field. Default true. */
            searchable?: boolean | null;
            /** @description Whether items can be sorted by the field; filters by it are then also read from an index. At most 100 fields of a site are sortable or filterable. Default false. */
            sortable?: boolean | null;
            /** @description True if filters by the field are read from an index without it being sortable. At most 100 fields of a site are sortable or filterable. Without effect on multiselect, references, media, file, json and location. */
            filterable?: boolean | null;
            /** @description Group under which editors show the field. */
            group?: string | null;
            /** @description Position among the fields. */
            order?: number | null;
            /** @description Whether editors hide the field. Default false. */
            hidden?: boolean | null;
            /** @description Whether search and the agent use the values. Default true. */
            aiIndexed?: boolean | null;
        };
        FieldError: {
            /** @description Path of the field, such as `actions[1].type`. */
            field: string;
            /** @description Error message. */
            message: string;
        };
        /**
         * @description Type of the values of a custom field.
         * @enum {string}
         */
        FieldType: "text" | "textarea" | "number" | "boolean" | "date" | "datetime" | "select" | "multiselect" | "media" | "file" | "reference" | "references" | "url" | "email" | "json" | "color" | "location";
        /** @description Validation rules for the values of a field; each applies to certain field types. */
        FieldValidation: {
            /** @description Whether a published item must have a value. */
            required?: boolean;
            /** @description number: minimum value; text, textarea: minimum length in characters. */
            min?: number;
            /** @description number: maximum value; text, textarea: maximum length in characters. */
            max?: number;
            /** @description text, url: regular expression (RE2 syntax, at most 1,000 characters) that must match a part of the value. */
            pattern?: string;
            /** @description select, multiselect: the allowed values. */
            options?: string[];
            /** @description media, file: accepted MIME types such as `image/png` or `image/*`. */
            allowedTypes?: string[];
            /** @description media, file: maximum size in bytes. */
            maxSize?: number;
            /** @description reference, references: slug of the content type of the referenced items. */
            referenceTo?: string;
        };
        /** @description Validation rules for the values of a field. An option that does not apply to the field type is rejected. */
        FieldValidationInput: {
            /** @description Whether a published item must have a value. */
            required?: boolean | null;
            /** @description number: minimum value; text, textarea: minimum length in characters. */
            min?: number | null;
            /** @description number: maximum value; text, textarea: maximum length in characters. */
            max?: number | null;
            /** @description text, url: regular expression (RE2 syntax, at most 1,000 characters) that must match a part of the value. */
            pattern?: string | null;
            /** @description select, multiselect: the allowed values. */
            options?: string[] | null;
            /** @description media, file: accepted MIME types such as `image/png` or `image/*`. */
            allowedTypes?: string[] | null;
            /** @description media, file: maximum size in bytes. */
            maxSize?: number | null;
            /** @description reference, references: slug of the content type of the referenced items. */
            referenceTo?: string | null;
        };
        /** @description Why a file could not be processed. */
        FileProcessingError: {
            /** @description Error code: ENCRYPTED, MALFORMED, MISLABELLED, NO_TEXT, TOO_LARGE, TOO_SLOW or OUT_OF_MEMORY if the file itself is the cause; FILE_GONE, CANCELLED, REMOVED or another code otherwise. */
            code: string;
            /** @description Error message. */
            message: string;
        };
        /** @description A job that extracts the text of an uploaded file and adds it to the knowledge base. */
        FileProcessingJob: {
            /** @description Identifier. */
            jobId: string;
            /** @description Status of the job; a cancelled job has the status failed. */
            status: components["schemas"]["KnowledgeSourceStatus"];
            /** @description Name of the file. */
            fileName: string;
        };
        /** @description A job that extracts the text of an uploaded file and adds it to the knowledge base. */
        FileProcessingJobIdentity: {
            /** @description Identifier. */
            jobId: string;
        };
        /** @description The most important point of an image, which a crop keeps. */
        FocalPoint: {
            /** @description Distance from the left edge: 0 to 1, as a share of the width. */
            x: number;
            /** @description Distance from the top edge: 0 to 1, as a share of the height. */
            y: number;
        };
        /** @description The most important point of an image. */
        FocalPointInput: {
            /** @description Distance from the left edge: 0 to 1, as a share of the width. */
            x: number;
            /** @description Distance from the top edge: 0 to 1, as a share of the height. */
            y: number;
        };
        /** @description An uploaded file. */
        GetAssetAsset: components["schemas"]["Asset"] & {
            /** @description Content items with the id of the file in a field of type media or file, or with its URL in any text, as far as the viewer can read them; for viewers that see drafts also those whose draft has it. An item counts from its last write. */
            usedBy?: components["schemas"]["AssetUses"];
        };
        /** @description A structured content item. A restricted item, returned with `includeRestricted`, is a teaser: content, customFields, url, metadata and videoMetadata.streamUrl are null. */
        GetAssetContentItem: {
            /** @description Identifier. */
            _id: string;
            /** @description Slug of the content type. */
            type: string;
            /** @description Title, at most 300 characters. */
            title: string;
            /** @description Slug of lower-case letters, digits and hyphens, unique per site, content type and language. Default: generated from the title. */
            slug: string;
            /** @description Language code of BCP 47, such as `de` or `de-AT`, in any case and also with `_`; stored as `de-AT`. Default `en`. */
            language: string;
            /** @description Status of the item. Default draft. */
            status: components["schemas"]["ContentStatus"];
        };
        /** @description A job that extracts the text of an uploaded file and adds it to the knowledge base. */
        GetFileJobFileProcessingJob: {
            /** @description Identifier. */
            jobId: string;
            /** @description Status of the job; a cancelled job has the status failed. */
            status: components["schemas"]["KnowledgeSourceStatus"];
            /** @description Name of the file. */
            fileName: string;
            /** @description Number of chunks; null until the file is searchable. */
            chunks?: number;
            /** @description Id of the file in the knowledge base; null until the file is searchable. */
            documentId?: string;
            /** @description Why the job failed or was cancelled; null otherwise. */
            error?: components["schemas"]["FileProcessingError"];
        };
        /** @description A text document in the knowledge base. */
        KnowledgeDocument: {
            /** @description Identifier. */
            id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /** @description Title, at most 300 characters. */
            title: string;
            /** @description Content type of the document, by which searches can be filtered. Default `document`. */
            contentType: string;
            /** @description Free-form data, at most 64 kB. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Tags, at most 200. */
            tags: string[];
            /** @description Who can read the document. Default public. */
            accessLevel: components["schemas"]["AccessLevel"];
            /** @description Slugs of the required subscriptions, one of which is enough. Required if accessLevel is subscription; otherwise null. */
            requiredSubscriptions?: string[];
            /** @description Indexing status of the current text. */
            status: components["schemas"]["KnowledgeSourceStatus"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description A text document in the knowledge base. */
        KnowledgeDocumentIdentity: {
            /** @description Identifier. */
            id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description A page of knowledge documents, newest first. */
        KnowledgeDocumentPage: {
            /** @description The items of this page, in the requested order. */
            documents: components["schemas"]["KnowledgeDocument"][];
            /** @description How many items of all pages the viewer can read. */
            total: number;
            /** @description The page size, after clamping to the maximum. */
            limit: number;
            /** @description How many items were skipped; 0 with a cursor. */
            offset: number;
            /** @description Whether there are more items after this page. */
            hasMore: boolean;
        };
        /** @description A source in the knowledge base: a document, file, video or content item. */
        KnowledgeSource: {
            /** @description Id of the document, file, video or content item. */
            _id: string;
            /** @description File name; for other sources the title. */
            fileName: string;
            /** @description Extension of a file; for other sources `document`, `video` or `content`. */
            fileType: string;
            /** @description Indexing status of the current text. */
            status: components["schemas"]["KnowledgeSourceStatus"];
            /** @description Number of searchable chunks. */
            chunks: number;
            /**
             * Format: date-time
             * @description When the source was added to the knowledge base.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the source was last indexed.
             */
            processedAt: string | null;
        };
        /**
         * @description Kind of the source of a passage.
         * @enum {string}
         */
        KnowledgeSourceKind: "content" | "document" | "file" | "video";
        /**
         * @description Indexing status: queued, processing, completed (searchable) or failed.
         * @enum {string}
         */
        KnowledgeSourceStatus: "queued" | "processing" | "completed" | "failed";
        /** @description A folder of files. */
        ListAssetFoldersAssetFolder: components["schemas"]["AssetFolder"] & {
            /** @description All subfolders, nested as `children`, if the query has `tree: true`; otherwise null. */
            children?: components["schemas"]["ListAssetFoldersAssetFolder"][];
        };
        /** @description A structured content item. A restricted item, returned with `includeRestricted`, is a teaser: content, customFields, url, metadata and videoMetadata.streamUrl are null. */
        ListContentContentItem: components["schemas"]["ContentItem"] & {
            /** @description Body as HTML or Markdown; null for a teaser. */
            content?: string;
            /** @description Values of the fields that the content type defines, and of any other fields that were stored; null for a teaser. */
            customFields?: {
                [key: string]: unknown;
            };
            /** @description Whether the viewer can read the item. */
            _access?: components["schemas"]["ContentItemAccess"];
            /** @description Position of the collection and of the item within it, as `{group}-{item}` with three digits each. */
            _sortOrder?: string;
        };
        /** @description A content type: the definition of a kind of content item and its custom fields. */
        ListContentTypesContentType: components["schemas"]["ContentType"] & {
            /** @description Custom fields, in order, at most 200. An update replaces all of them; values of fields that it removes stay in the items. */
            fields?: components["schemas"]["FieldDefinition"][];
        };
        /** @description A structured content item. A restricted item, returned with `includeRestricted`, is a teaser: content, customFields, url, metadata and videoMetadata.streamUrl are null. */
        ListTranslationsContentItem: components["schemas"]["ContentItem"] & {
            /** @description Values of the fields that the content type defines, and of any other fields that were stored; null for a teaser. */
            customFields: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @description Membership tier of a user; free without a token.
         * @enum {string}
         */
        MembershipTier: "free" | "basic" | "premium" | "pro";
        /** @description Position of a page in its list. */
        Pagination: {
            /** @description How many items of all pages the viewer can read. */
            total: number;
            /** @description The page size, after clamping to the maximum. */
            limit: number;
            /** @description How many items were skipped; 0 with a cursor. */
            offset: number;
            /** @description Whether there are more items after this page. */
            hasMore: boolean;
        };
        /** @description A persona: the role, voice and behaviour of the agent. */
        Persona: {
            /** @description Identifier. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /** @description Display name, one line of at most 300 characters. */
            name: string;
            /** @description Slug, unique in the site; it must not be a UUID or `templates`. Default: generated from the name. */
            slug: string;
            /** @description System prompt of the agent, at most 20,000 characters. */
            systemPrompt: string;
            /** @description Description of the persona. */
            description: string | null;
            /** @description URL of an image: http or https without a user name, or relative. */
            avatar: string | null;
            /** @description Whether chats without personaId use this persona. A site has at most one default persona. */
            isDefault: boolean;
            /** @description Kind of application. Default general. */
            appType: components["schemas"]["AppType"];
            /** @description Model that answers. Default smart. */
            capabilityTier: components["schemas"]["CapabilityTier"];
            /** @description Areas of expertise. */
            expertise: string[];
            /** @description Voice of the persona. */
            voice: components["schemas"]["PersonaVoice"];
            /** @description Behaviour of the persona. */
            behavior: components["schemas"]["PersonaBehavior"];
            /** @description Settings of the app type video-training. */
            videoConfig?: components["schemas"]["PersonaVideoConfig"];
            /** @description Settings of the app type product-catalog. */
            catalogConfig?: components["schemas"]["PersonaCatalogConfig"];
            /** @description Format of the answers. */
            sdkResponseConfig: components["schemas"]["SdkResponseConfig"];
            /** @description Welcome message, at most 2,000 characters. */
            welcomeMessage: string | null;
            /** @description Suggested questions, at most 50. */
            suggestedQuestions: string[];
            /** @description Status; only an active persona can be used in a chat. Default active. */
            status: components["schemas"]["PersonaStatus"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description Behaviour of a persona. */
        PersonaBehavior: {
            /** @description Reasoning effort of the model. Default medium. */
            reasoningEffort: components["schemas"]["ReasoningEffort"];
            /** @description Whether answers cite their sources. Default true. */
            showCitations: boolean;
            /** @description Whether the agent suggests next steps. Default false. */
            proactiveEngagement: boolean;
            /** @description Whether the agent asks for clarification of unclear questions. Default false. */
            askClarifyingQuestions: boolean;
            /** @description Whether the language model also checks which citations their passages support, after the check by words: one short call per answer, at most 4 s, the first 20 citations. Default false. */
            verifyCitations?: boolean;
            /** @description Maximum length of an answer in tokens, 16 to 8,192. Default: the limit of the model. */
            maxResponseLength?: number;
        };
        /** @description Behaviour of a persona. Omitted fields keep their value, or get the default on create. */
        PersonaBehaviorInput: {
            /** @description Reasoning effort of the model. Default medium. */
            reasoningEffort?: components["schemas"]["ReasoningEffort"] | null;
            /** @description Whether answers cite their sources. Default true. */
            showCitations?: boolean | null;
            /** @description Whether the language model also checks which citations their passages support, after the check by words: one short call per answer, at most 4 s, the first 20 citations. Default false. */
            verifyCitations?: boolean | null;
            /** @description Whether the agent suggests next steps. Default false. */
            proactiveEngagement?: boolean | null;
            /** @description Whether the agent asks for clarification of unclear questions. Default false. */
            askClarifyingQuestions?: boolean | null;
            /** @description Maximum length of an answer in tokens, 16 to 8,192. Default: the limit of the model. */
            maxResponseLength?: number | null;
        };
        /** @description Settings of personas with the app type product-catalog. */
        PersonaCatalogConfig: {
            /** @description Product categories. */
            productCategories?: string[];
            /** @description How products are compared. */
            comparisonBehavior?: components["schemas"]["ComparisonBehavior"];
            /** @description How the agent mentions prices. */
            pricingDisplay?: components["schemas"]["PricingDisplay"];
            /** @description Whether the agent takes stock levels into account. */
            inventoryAwareness?: boolean;
            /** @description Guidelines for recommending further products. */
            upsellGuidelines?: string;
        };
        /** @description Settings of personas with the app type product-catalog. Omitted fields keep their value, or get the default on create. */
        PersonaCatalogConfigInput: {
            /** @description Product categories. */
            productCategories?: string[] | null;
            /** @description How products are compared. */
            comparisonBehavior?: components["schemas"]["ComparisonBehavior"] | null;
            /** @description How the agent mentions prices. */
            pricingDisplay?: components["schemas"]["PricingDisplay"] | null;
            /** @description Whether the agent takes stock levels into account. */
            inventoryAwareness?: boolean | null;
            /** @description Guidelines for recommending further products. */
            upsellGuidelines?: string | null;
        };
        /**
         * @description Formality of the answers.
         * @enum {string}
         */
        PersonaFormality: "formal" | "neutral" | "informal";
        /** @description A persona: the role, voice and behaviour of the agent. */
        PersonaIdentity: {
            /** @description Identifier. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * @description Status of a persona; only active ones can be used in a chat.
         * @enum {string}
         */
        PersonaStatus: "draft" | "active" | "archived";
        /** @description A template for a new persona. */
        PersonaTemplate: {
            /** @description Identifier. */
            id: string;
            /** @description Display name. */
            name: string;
            /** @description Description. */
            description: string;
            /** @description Kind of application. */
            appType: components["schemas"]["AppType"];
            /** @description Category: the same as appType. */
            category: components["schemas"]["AppType"];
            /** @description Tags. */
            tags: string[];
            /** @description System prompt of the agent. */
            systemPrompt: string;
            /** @description Settings of the app type video-training. */
            videoConfig?: components["schemas"]["PersonaVideoConfig"];
            /** @description Settings of the app type product-catalog. */
            catalogConfig?: components["schemas"]["PersonaCatalogConfig"];
        };
        /**
         * @description Tone of the answers.
         * @enum {string}
         */
        PersonaTone: "professional" | "friendly" | "casual" | "formal" | "playful" | "empathetic";
        /**
         * @description Verbosity of the answers.
         * @enum {string}
         */
        PersonaVerbosity: "concise" | "balanced" | "detailed";
        /** @description Settings of personas with the app type video-training. */
        PersonaVideoConfig: {
            /** @description Domain of the training, such as tennis. */
            domain?: string;
            /** @description Skill levels of the learners. */
            skillLevels?: string[];
            /** @description Coaching style. */
            coachingStyle?: components["schemas"]["CoachingStyle"];
            /** @description Whether citations have timestamps as MM:SS. */
            timestampCitations?: boolean;
            /** @description Whether the agent points out techniques seen in videos. */
            techniqueHighlighting?: boolean;
            /** @description What to look for in videos. */
            digestionInstructions?: string;
            /** @description Coaching instructions for the style custom. */
            customCoachingPrompt?: string;
        };
        /** @description Settings of personas with the app type video-training. Omitted fields keep their value, or get the default on create. */
        PersonaVideoConfigInput: {
            /** @description Domain of the training, such as tennis. */
            domain?: string | null;
            /** @description Skill levels of the learners. */
            skillLevels?: string[] | null;
            /** @description Coaching style. */
            coachingStyle?: components["schemas"]["CoachingStyle"] | null;
            /** @description Whether citations have timestamps as MM:SS. */
            timestampCitations?: boolean | null;
            /** @description Whether the agent points out techniques seen in videos. */
            techniqueHighlighting?: boolean | null;
            /** @description What to look for in videos. */
            digestionInstructions?: string | null;
            /** @description Coaching instructions for the style custom. */
            customCoachingPrompt?: string | null;
        };
        /** @description Voice of a persona. */
        PersonaVoice: {
            /** @description Tone of the answers. Default professional. */
            tone: components["schemas"]["PersonaTone"];
            /** @description Verbosity of the answers. Default balanced. */
            verbosity: components["schemas"]["PersonaVerbosity"];
            /** @description Formality of the answers. Default neutral. */
            formality: components["schemas"]["PersonaFormality"];
            /** @description Personality in a few words, at most 2,000 characters. */
            personality?: string;
        };
        /** @description Voice of a persona. Omitted fields keep their value, or get the default on create. */
        PersonaVoiceInput: {
            /** @description Tone of the answers. Default professional. */
            tone?: components["schemas"]["PersonaTone"] | null;
            /** @description Verbosity of the answers. Default balanced. */
            verbosity?: components["schemas"]["PersonaVerbosity"] | null;
            /** @description Formality of the answers. Default neutral. */
            formality?: components["schemas"]["PersonaFormality"] | null;
            /** @description Personality in a few words, at most 2,000 characters. */
            personality?: string | null;
        };
        /** @description A token that shows unpublished content for some time. */
        PreviewToken: {
            /** @description Identifier, with which it is revoked. */
            _id: string;
            /** @description Value of the header `X-Svc-Preview-Token`. Only a hash of it is stored, so it cannot be read again. */
            token: string;
            /** @description Id of the item that it shows; null: everything of the site. */
            itemId: string | null;
            /** @description Address at which the website shows the item with this token, by `previewUrl` of the site; null without one, and for a token of the site. */
            url: string | null;
            /**
             * Format: date-time
             * @description When it stops working.
             */
            expiresAt: string;
        };
        /** @description A token that shows unpublished content for some time. */
        PreviewTokenIdentity: {
            /** @description Identifier, with which it is revoked. */
            _id: string;
            /** @description Value of the header `X-Svc-Preview-Token`. Only a hash of it is stored, so it cannot be read again. */
            token: string;
            /** @description Address at which the website shows the item with this token, by `previewUrl` of the site; null without one, and for a token of the site. */
            url: string | null;
        };
        /**
         * @description How the agent mentions prices.
         * @enum {string}
         */
        PricingDisplay: "always" | "on-request" | "ranges" | "hidden";
        /** @description An uploaded file to add to the knowledge base. */
        ProcessFileInput: {
            /** @description Object key that the upload returned. */
            fileKey: string;
            /** @description File name; its extension determines the format: pdf, docx, doc, txt, md or html. */
            fileName: string;
            /** @description Content type by which searches can be filtered, such as the MIME type. Default `file`. */
            contentType?: string | null;
            /** @description Free-form data, at most 64 kB. Its `title`, if present, becomes the title in the knowledge base. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Who can read the file, regardless of its folder. Default: the current access level, which is initially that of its folder. */
            accessLevel?: components["schemas"]["AccessLevel"] | null;
            /** @description Slugs of the required subscriptions, one of which is enough. Required if accessLevel is subscription. */
            requiredSubscriptions?: string[] | null;
        };
        /** @description What a draft may be written over. */
        PublishContentDraftInput: {
            /** @description Revision of the item, if that was changed since the draft was begun. Default: the one that the draft was begun from. */
            itemRevision?: number | null;
        };
        /** @description A whole content item. Omitted fields get their default; an omitted slug is kept. */
        PutContentInput: {
            /** @description The caller's own id, unique in the site, at most 300 characters. */
            externalId?: string;
            /** @description Title, at most 300 characters. */
            title: string;
            /** @description Short summary, at most 5,000 characters. */
            excerpt?: string | null;
            /** @description Slug of lower-case letters, digits and hyphens, unique per site, content type and language. Default: generated from the title. */
            slug?: string | null;
            /** @description URL of the page that displays the item: http or https without a user name, or relative. */
            url?: string | null;
            /** @description Language code of BCP 47, such as `de` or `de-AT`, in any case and also with `_`; stored as `de-AT`. Default `en`. */
            language?: string | null;
            /** @description Id of the item that this is a translation of; null for an original. It is kept when the original is deleted. An input takes the id or externalId of the original or of any translation of it, which must have the same type and another language; an item has at most 50 translations. */
            translationOf?: string | null;
            /** @description Categories, at most 200. */
            categories?: string[] | null;
            /** @description Tags, at most 200. */
            tags?: string[] | null;
            /** @description Status of the item. Default draft. */
            status?: components["schemas"]["ContentStatus"] | null;
            /** @description Who can read the item. Default: the access level of the content type. */
            accessLevel?: components["schemas"]["AccessLevel"] | null;
            /** @description Slugs of the required subscriptions, one of which is enough. Required if accessLevel is subscription; otherwise null. */
            requiredSubscriptions?: string[] | null;
            /** @description Author. */
            author?: string | null;
            /** @description URL of an image, with the rules of `url`. */
            featuredImage?: string | null;
            /** @description Free-form data of the caller, at most 64 kB. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Metadata of a video. */
            videoMetadata?: components["schemas"]["VideoMetadataInput"] | null;
            /** @description Metadata of a document. */
            documentMetadata?: components["schemas"]["DocumentMetadataInput"] | null;
            /** @description Metadata of a course. */
            courseMetadata?: components["schemas"]["CourseMetadataInput"] | null;
            /** @description Whether the item is added to the knowledge base when it is published. Default true. */
            aiIndexed?: boolean | null;
            /** @description Id of a collection of the site. */
            collectionId?: string | null;
            /** @description Position within the collection. Default 0. */
            sortOrder?: number | null;
            /** @description Body as HTML or Markdown; limited by the maximum size of the request. Not the sentence of the agent that it found no answer. */
            content?: string | null;
            /** @description Values by field name, validated against the content type, at most 256 kB. On update, omitted fields keep their value and null removes it. A reference is an id, or `{externalId: "…"}`. */
            customFields?: {
                [key: string]: unknown;
            } | null;
            /** @description Slug of the content type. */
            type: string;
        };
        /**
         * @description Reasoning effort of the model.
         * @enum {string}
         */
        ReasoningEffort: "minimal" | "low" | "medium" | "high";
        /**
         * @description Format of an answer: prose (conversational), sections with headings (structured) or both (hybrid).
         * @enum {string}
         */
        ResponseFormat: "conversational" | "structured" | "hybrid";
        /** @description When a content item is published and unpublished. Omitted times stay as they are. */
        ScheduleContentInput: {
            /**
             * Format: date-time
             * @description When the item is published: in the future, at most 5 years ahead. Null cancels it.
             */
            publishAt?: string | null;
            /**
             * Format: date-time
             * @description When the item becomes a draft again: in the future, at most 5 years ahead, after publishAt. Null cancels it.
             */
            unpublishAt?: string | null;
        };
        /**
         * @description What happens to a content item at a time.
         * @enum {string}
         */
        ScheduledAction: "publish" | "unpublish";
        /** @description What happens to a content item at a time, in a list. */
        ScheduledContent: {
            /** @description Id of the item. */
            _id: string;
            /** @description Slug of the content type. */
            type: string;
            /** @description Title of the item. */
            title: string;
            /** @description Language code of the item. */
            language: string;
            /** @description Whether the item is published or unpublished. */
            action: components["schemas"]["ScheduledAction"];
            /**
             * Format: date-time
             * @description When it happens.
             */
            at: string;
            /** @description Who scheduled it last; null if nothing is scheduled. */
            scheduledBy: components["schemas"]["Writer"] | null;
            /** @description Why the item could not be published or unpublished at its time. It stays as it is until it is scheduled again. */
            failedReason: string | null;
        };
        /** @description Format of answers for SDK consumers. */
        SdkResponseConfig: {
            /** @description How answers cite their sources. Default inline. */
            citationStyle: components["schemas"]["CitationStyle"];
            /** @description Format of the answers. Default conversational. */
            responseFormat: components["schemas"]["ResponseFormat"];
            /** @description Whether citations contain the metadata of their source. Default false. */
            includeSourceMetadata: boolean;
            /** @description Definitions by term, at most 200. An update replaces all of them. */
            domainGlossary?: {
                [key: string]: unknown;
            };
        };
        /** @description Format of answers for SDK consumers. Omitted fields keep their value, or get the default on create. */
        SdkResponseConfigInput: {
            /** @description How answers cite their sources. Default inline. */
            citationStyle?: components["schemas"]["CitationStyle"] | null;
            /** @description Format of the answers. Default conversational. */
            responseFormat?: components["schemas"]["ResponseFormat"] | null;
            /** @description Whether citations contain the metadata of their source. Default false. */
            includeSourceMetadata?: boolean | null;
            /** @description Definitions by term, at most 200. An update replaces all of them. */
            domainGlossary?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A search of the knowledge base. */
        SearchInput: {
            /** @description Search text, 1 to 100,000 characters. Of more than 2,000 characters, the first and last 1,000 are searched. */
            query: string;
            /** @description Type of the search. Default hybrid. */
            searchType?: components["schemas"]["SearchType"] | null;
            /** @description Maximum number of results, 1 to 50. Default 10. */
            maxResults?: number | null;
            /** @description Maximum number of passages of one source among the first ten results, 1 to 50. Further ones of it only take places that no other source fills. Default 2. */
            maxPerSource?: number | null;
            /** @description Minimum score, 0 to 1. Default 0. */
            threshold?: number | null;
            /** @description Whether a reranker, if one is configured, sorts the results. Default false. */
            useReranking?: boolean | null;
            /** @description Content types of documents and types of content items to search. Empty: all. */
            contentTypes?: string[] | null;
            /** @description Whether unpublished items are searched too, and of an item with a draft that the viewer can read the draft in the place of what is live; with a preview token of one item, that item alone. 403 for an API key without the scope preview and without a preview token. Default false. */
            preview?: boolean | null;
            /** @description Free-form context. `user.subscriptions` limits the results to what these subscriptions allow. */
            context?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @description A model that takes part in a search: embedder (without it only words are matched, by BM25), reranker (without it the order and scores of the search stay), languageModel (without it `expanded` adds words of the passages found).
         * @enum {string}
         */
        SearchPart: "embedder" | "reranker" | "languageModel";
        /** @description A passage that matches the search. */
        SearchResult: {
            /** @description Id of the passage; it changes when the source is indexed again. */
            id: string;
            /** @description Text of the passage. */
            content: string;
            /** @description Score, 0 to 1; higher is better. */
            score: number;
            /** @description Rank in the results, from 1. */
            rank: number;
            /** @description Kind of source. */
            source: components["schemas"]["KnowledgeSourceKind"];
            /** @description Metadata of the passage and its source: fileName, GetContentType, title, sourceId, section, page, startTime, endTime, type, slug, language, url, anchor, isPublished if it is false, and frontMatter: of the YAML before a Markdown text at most 50 keys whose values are scalars or lists of at most 100 scalars, with at most 1,000 characters each. Unknown values are omitted. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /** @description Results of a search without near-duplicates: the first ten, best first, then the others, best first. `maxPerSource` limits the passages of one source among the first ten. */
        SearchResults: {
            /** @description Matching passages. */
            results: components["schemas"]["SearchResult"][];
            /** @description Number of results returned. */
            totalResults: number;
            /** @description Search text. */
            query: string;
            /** @description What was searched of a query of more than 2,000 characters; null if that was all of it. */
            searchedQuery?: string;
            /** @description Search type used. */
            searchType: components["schemas"]["SearchType"];
            /** @description Models that failed or did not answer within 2 s (reranker: 1.5 s), so that the search went on without them; null if there are none. */
            unavailable?: components["schemas"]["SearchPart"][];
            /** @description Duration of the search in milliseconds. */
            latencyMs: number;
        };
        /**
         * @description Type of a search: standard (semantic), hybrid (semantic and keyword) or expanded (hybrid, with related words added to the query).
         * @enum {string}
         */
        SearchType: "standard" | "hybrid" | "expanded";
        /** @description A part of a video that is not in the knowledge base. */
        SkippedVideoPart: {
            /** @description What was skipped, such as `transcription`. */
            what: string;
            /** @description Why. */
            reason: string;
        };
        /**
         * @description Sort direction: ascending or descending.
         * @enum {string}
         */
        SortDirection: "asc" | "desc";
        /** @description A submitted form. */
        SubmitFormInput: {
            /** @description Name of the form, at most 300 characters. Default `Form Submission`. */
            formName?: string | null;
            /** @description Id of the form in analytics, at most 200 characters. */
            formId?: string | null;
            /** @description Required: an object of 1 to 100 fields. Names have at most 200 characters, values at most 100,000 (lists and objects counted as JSON), all together at most 640 kB as JSON. */
            fields: Record<string, never>;
            /** @description URL of the page with the form, at most 2,000 characters. */
            pageUrl?: string | null;
            /** @description Metadata of the submission, such as `pageTitle` and `sessionId`; at most 20 entries and 16 kB. The email lists it below the fields. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description The user identified by the token. */
        SubscriptionUser: {
            /** @description Id at the identity provider. */
            uid: string;
            /** @description Email address. */
            email: string | null;
            /** @description Display name. */
            displayName: string | null;
        };
        /** @description A content item in the trash. */
        TrashedContent: {
            /** @description Id of the item. */
            _id: string;
            /** @description Slug of the content type. */
            type: string;
            /** @description Title. */
            title: string;
            /** @description Language code. */
            language: string;
            /**
             * Format: date-time
             * @description When the item was deleted.
             */
            deletedAt: string;
            /** @description Who deleted the item; null if it is not known. */
            deletedBy: components["schemas"]["Writer"] | null;
            /**
             * Format: date-time
             * @description When the item is removed for good.
             */
            expiresAt: string;
        };
        /** @description A rule that answers a message or adds actions to the answer. */
        Trigger: {
            /** @description Identifier. */
            id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /** @description Type of the trigger. */
            type: components["schemas"]["TriggerType"];
            /** @description Condition of the trigger. */
            trigger: components["schemas"]["TriggerCondition"];
            /** @description Response of the trigger. */
            response: components["schemas"]["TriggerResponse"];
            /** @description Actions for the client, at most 20. A change replaces all of them. */
            actions: components["schemas"]["ClientAction"][];
            /** @description Options of the trigger. */
            options: components["schemas"]["TriggerOptions"];
            /** @description Whether the trigger is active. Default true. */
            enabled: boolean;
            /** @description Tags, at most 200. */
            tags: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description Condition of a trigger. */
        TriggerCondition: {
            /** @description Keyword: a pattern of at most 2,000 characters; `,` separates alternatives, `+` joins words that must all occur, `[…]` matches the whole message. Intent: the intent name. */
            value: string;
            /** @description Intents: minimum confidence, 0 to 1. Default 0.7. */
            confidence: number;
            /** @description Intents: example messages, at most 50. */
            examples: string[];
        };
        /** @description Condition of a trigger. */
        TriggerConditionInput: {
            /** @description Keyword: a pattern of at most 2,000 characters; `,` separates alternatives, `+` joins words that must all occur, `[…]` matches the whole message. Intent: the intent name. */
            value: string;
            /** @description Intents: minimum confidence, 0 to 1. Default 0.7. */
            confidence?: number | null;
            /** @description Intents: example messages, at most 50. */
            examples?: string[] | null;
        };
        /** @description A rule that answers a message or adds actions to the answer. */
        TriggerIdentity: {
            /** @description Identifier. */
            id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description Options of a trigger. */
        TriggerOptions: {
            /** @description Whether the trigger answers without calling the agent. Default false. */
            skipAgent: boolean;
            /** @description Whether the answer has actions only, without a message. Default false. */
            actionsOnly: boolean;
            /** @description Triggers with a higher priority are checked first, equal ones by age, oldest first. Default 0. */
            priority: number;
        };
        /** @description Options of a trigger. Omitted fields keep their value, or get the default on create. */
        TriggerOptionsInput: {
            /** @description Whether the trigger answers without calling the agent. Default false. */
            skipAgent?: boolean | null;
            /** @description Whether the answer has actions only, without a message. Default false. */
            actionsOnly?: boolean | null;
            /** @description Triggers with a higher priority are checked first, equal ones by age, oldest first. Default 0. */
            priority?: number | null;
        };
        /** @description A page of triggers, in the order in which they are checked. */
        TriggerPage: {
            /** @description The items of this page, in the requested order. */
            triggers: components["schemas"]["Trigger"][];
            /** @description The same values as one object. */
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description Phase of a trigger match: before or after the agent answers.
         * @enum {string}
         */
        TriggerPhase: "pre-agent" | "post-agent";
        /** @description Response of a trigger. */
        TriggerResponse: {
            /** @description Id of the content to open; adds an `open_content` action before the others. An empty string means none. */
            contentId?: string;
            /** @description Keyword: the answer if skipAgent is true, otherwise guidance for the agent. Intent: replaces the answer of the agent. At most 5,000 characters. Not the sentence of the agent that it found no answer. */
            message?: string;
        };
        /** @description Response of a trigger. */
        TriggerResponseInput: {
            /** @description Id of the content to open; adds an `open_content` action before the others. An empty string means none. */
            contentId?: string | null;
            /** @description Keyword: the answer if skipAgent is true, otherwise guidance for the agent. Intent: replaces the answer of the agent. At most 5,000 characters. Not the sentence of the agent that it found no answer. */
            message?: string | null;
        };
        /**
         * @description Type of a trigger: keyword, matched against the message before the agent answers, or intent, matched against the intent that the agent detects.
         * @enum {string}
         */
        TriggerType: "keyword" | "intent";
        /** @description Changes to a folder. Omitted fields keep their value; null clears. */
        UpdateAssetFolderInput: {
            /** @description Display name, at most 300 characters. */
            name?: string;
            /** @description Slug of lower-case letters, digits and hyphens, unique within the parent folder. */
            slug?: string;
            /** @description Description of the folder, at most 5,000 characters. */
            description?: string | null;
            /** @description Id of the parent folder; null for a root folder. */
            parentId?: string | null;
            /** @description URL of the cover image, http or https without a user name, or relative, at most 2,000 characters. */
            coverImage?: string | null;
            /** @description Colour, in any notation, at most 200 characters. */
            color?: string | null;
            /** @description Icon name, at most 200 characters. */
            icon?: string | null;
            /** @description Position among the folders with the same parent. Default 0. */
            order?: number | null;
            /** @description Who can read the folder and its files. Subfolders have their own access level. Default public. */
            accessLevel?: components["schemas"]["AssetFolderAccessLevel"] | null;
            /** @description Free-form data of the caller, at most 64 kB as JSON. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Status of the folder. Default active. */
            status?: components["schemas"]["AssetFolderStatus"] | null;
        };
        /** @description Changes to a file. Omitted fields keep their value; null clears. */
        UpdateAssetInput: {
            /** @description Text that replaces an image for those who cannot see it, at most 5,000 characters. */
            alt?: string | null;
            /** @description Text that is displayed with the file, at most 5,000 characters. */
            caption?: string | null;
            /** @description Point of an image that a crop (`fit=cover`) keeps. Null: the centre. */
            focalPoint?: components["schemas"]["FocalPointInput"] | null;
            /** @description Id of the folder, whose access level the file gets. Null removes the file from its folder; it keeps its access level. */
            folderId?: string | null;
        };
        /** @description Changes to a content item. Omitted fields keep their value; null clears. */
        UpdateContentInput: {
            /** @description The caller's own id, unique in the site, at most 300 characters. */
            externalId?: string;
            /** @description Title, at most 300 characters. */
            title?: string;
            /** @description Short summary, at most 5,000 characters. */
            excerpt?: string | null;
            /** @description Slug of lower-case letters, digits and hyphens, unique per site, content type and language. Default: generated from the title. */
            slug?: string | null;
            /** @description URL of the page that displays the item: http or https without a user name, or relative. */
            url?: string | null;
            /** @description Language code of BCP 47, such as `de` or `de-AT`, in any case and also with `_`; stored as `de-AT`. Default `en`. */
            language?: string | null;
            /** @description Id of the item that this is a translation of; null for an original. It is kept when the original is deleted. An input takes the id or externalId of the original or of any translation of it, which must have the same type and another language; an item has at most 50 translations. */
            translationOf?: string | null;
            /** @description Categories, at most 200. */
            categories?: string[] | null;
            /** @description Tags, at most 200. */
            tags?: string[] | null;
            /** @description Status of the item. Default draft. */
            status?: components["schemas"]["ContentStatus"] | null;
            /** @description Who can read the item. Default: the access level of the content type. */
            accessLevel?: components["schemas"]["AccessLevel"] | null;
            /** @description Slugs of the required subscriptions, one of which is enough. Required if accessLevel is subscription; otherwise null. */
            requiredSubscriptions?: string[] | null;
            /** @description Author. */
            author?: string | null;
            /** @description URL of an image, with the rules of `url`. */
            featuredImage?: string | null;
            /** @description Free-form data of the caller, at most 64 kB. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Metadata of a video. */
            videoMetadata?: components["schemas"]["VideoMetadataInput"] | null;
            /** @description Metadata of a document. */
            documentMetadata?: components["schemas"]["DocumentMetadataInput"] | null;
            /** @description Metadata of a course. */
            courseMetadata?: components["schemas"]["CourseMetadataInput"] | null;
            /** @description Whether the item is added to the knowledge base when it is published. Default true. */
            aiIndexed?: boolean | null;
            /** @description Id of a collection of the site. */
            collectionId?: string | null;
            /** @description Position within the collection. Default 0. */
            sortOrder?: number | null;
            /** @description Body as HTML or Markdown; limited by the maximum size of the request. Not the sentence of the agent that it found no answer. */
            content?: string | null;
            /** @description Values by field name, validated against the content type, at most 256 kB. On update, omitted fields keep their value and null removes it. A reference is an id, or `{externalId: "…"}`. */
            customFields?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Changes to a content type. Omitted fields keep their value; null clears. */
        UpdateContentTypeInput: {
            /** @description Display name, at most 300 characters. */
            name?: string;
            /** @description Slug, used as `type` of content items: lower-case letters, digits and hyphens, unique in the site. */
            slug?: string;
            /** @description Display name in the plural. */
            pluralName?: string | null;
            /** @description Description of the type. */
            description?: string | null;
            /** @description Icon name. */
            icon?: string | null;
            /** @description Custom fields, in order, at most 200. An update replaces all of them; values of fields that it removes stay in the items. */
            fields?: components["schemas"]["FieldDefinitionInput"][] | null;
            /** @description Which built-in fields editors show for items of the type. */
            builtInFields?: components["schemas"]["BuiltInFieldsInput"] | null;
            /** @description How search and the agent use items of the type. */
            aiConfig?: components["schemas"]["AiConfigInput"] | null;
            /** @description Default access level of new items: public, authenticated or premium. Default public. */
            accessLevel?: components["schemas"]["ContentTypeAccessLevel"] | null;
            /** @description Status of the type. Default active. */
            status?: components["schemas"]["ContentTypeStatus"] | null;
        };
        /** @description Changes to content items. */
        UpdateContentsInput: {
            /** @description The changes, 1 to 100, applied in this order. */
            items: components["schemas"]["ContentChange"][];
        };
        /** @description Changes to a knowledge document. Omitted fields keep their value; null clears. */
        UpdateKnowledgeDocumentInput: {
            /** @description Title, at most 300 characters. */
            title?: string;
            /** @description Content type of the document, by which searches can be filtered. Default `document`. */
            contentType?: string | null;
            /** @description Free-form data, at most 64 kB. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Tags, at most 200. */
            tags?: string[] | null;
            /** @description Who can read the document. Default public. */
            accessLevel?: components["schemas"]["AccessLevel"] | null;
            /** @description Slugs of the required subscriptions, one of which is enough. Required if accessLevel is subscription; otherwise null. */
            requiredSubscriptions?: string[] | null;
            /** @description Full text, plain or Markdown; limited by the maximum size of the request. Not the sentence of the agent that it found no answer. */
            content?: string;
        };
        /** @description Changes to a persona. Omitted fields, nested ones as well, keep their value; null clears. */
        UpdatePersonaInput: {
            /** @description Display name, one line of at most 300 characters. */
            name?: string;
            /** @description System prompt of the agent, at most 20,000 characters. */
            systemPrompt?: string;
            /** @description Slug, unique in the site; it must not be a UUID or `templates`. Default: generated from the name. */
            slug?: string | null;
            /** @description Description of the persona. */
            description?: string | null;
            /** @description URL of an image: http or https without a user name, or relative. */
            avatar?: string | null;
            /** @description Whether chats without personaId use this persona. A site has at most one default persona. */
            isDefault?: boolean | null;
            /** @description Kind of application. Default general. */
            appType?: components["schemas"]["AppType"] | null;
            /** @description Model that answers. Default smart. */
            capabilityTier?: components["schemas"]["CapabilityTier"] | null;
            /** @description Areas of expertise. */
            expertise?: string[] | null;
            /** @description Voice of the persona. */
            voice?: components["schemas"]["PersonaVoiceInput"] | null;
            /** @description Behaviour of the persona. */
            behavior?: components["schemas"]["PersonaBehaviorInput"] | null;
            /** @description Settings of the app type video-training. */
            videoConfig?: components["schemas"]["PersonaVideoConfigInput"] | null;
            /** @description Settings of the app type product-catalog. */
            catalogConfig?: components["schemas"]["PersonaCatalogConfigInput"] | null;
            /** @description Format of the answers. */
            sdkResponseConfig?: components["schemas"]["SdkResponseConfigInput"] | null;
            /** @description Welcome message, at most 2,000 characters. */
            welcomeMessage?: string | null;
            /** @description Suggested questions, at most 50. */
            suggestedQuestions?: string[] | null;
            /** @description Status; only an active persona can be used in a chat. Default active. */
            status?: components["schemas"]["PersonaStatus"] | null;
        };
        /** @description Changes to the condition of a trigger. Omitted fields keep their value. */
        UpdateTriggerConditionInput: {
            /** @description Keyword: a pattern of at most 2,000 characters; `,` separates alternatives, `+` joins words that must all occur, `[…]` matches the whole message. Intent: the intent name. */
            value?: string;
            /** @description Intents: minimum confidence, 0 to 1. Default 0.7. */
            confidence?: number | null;
            /** @description Intents: example messages, at most 50. */
            examples?: string[] | null;
        };
        /** @description Changes to a trigger. Omitted fields keep their value; null clears. */
        UpdateTriggerInput: {
            /** @description Condition of the trigger. */
            trigger?: components["schemas"]["UpdateTriggerConditionInput"];
            /** @description Response of the trigger. */
            response?: components["schemas"]["TriggerResponseInput"] | null;
            /** @description Actions for the client, at most 20. A change replaces all of them. */
            actions?: components["schemas"]["ClientActionInput"][] | null;
            /** @description Options of the trigger. */
            options?: components["schemas"]["TriggerOptionsInput"] | null;
            /** @description Whether the trigger is active. Default true. */
            enabled?: boolean | null;
            /** @description Tags, at most 200. */
            tags?: string[] | null;
        };
        /** @description Changes to a webhook tool. Omitted fields keep their value. */
        UpdateWebhookToolInput: {
            /** @description Name that the agent uses, matching `^[a-z][a-z0-9_]{0,63}$`, unique in the site. */
            name?: string;
            /** @description Description that tells the agent when to use the tool, at most 5,000 characters. */
            description?: string;
            /** @description URL that the service calls, http or https, at most 2,048 characters. Private addresses are rejected unless the deployment allows the host. */
            endpoint?: string;
            /** @description HTTP method of the calls. */
            method?: components["schemas"]["WebhookMethod"];
            /** @description Dot path of the part of the JSON response that the agent gets, such as `data.items.0`, at most 20 segments; null selects the whole response. */
            resultPath?: string | null;
            /** @description Whether the agent can use the tool. Default true. */
            enabled?: boolean | null;
            /** @description Whether calls change data. Default: read for GET and write for POST; null restores the default. Calls that change data need confirmation by the user if the conversation contains external text (documents, tool results, the page). */
            effect?: components["schemas"]["WebhookToolEffect"] | null;
            /** @description Whether calls that change data run without confirmation by the user. Default false. */
            runsWithoutConfirmation?: boolean | null;
            /** @description Which passages of the knowledge base the inputs may contain. A call with other passages is not made. Default `public`. */
            mayReceive?: components["schemas"]["WebhookToolPassages"] | null;
            /** @description JSON Schema (2020-12) of the inputs, of type `object`, at most 32 kB and 200 subschemas. Patterns have RE2 syntax; `$ref` and `$id` are rejected. */
            inputSchema?: {
                [key: string]: unknown;
            };
            /** @description Headers sent with each call, at most 20, as strings by name. The value `***` keeps the stored value. */
            headers?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description An endpoint that the agent may call during a chat. */
        UpdateWebhookToolWebhookToolIdentity: {
            /** @description Identifier. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description An uploaded file. */
        UploadAssetAsset: {
            /** @description Object key, which `ProcessFile` takes as `fileKey`. It never changes. */
            key: string;
            /** @description URL of the file. Images accept the query parameters `w`, `h`, `fit`, `q` and `f`. The URL of a public file does not expire. The URL of a restricted file is signed for the viewer and expires after minutes; query the file again for a new one. */
            url: string;
        };
        /** @description An uploaded file. */
        UploadAssetAssetIdentity: {
            /** @description Object key, which `ProcessFile` takes as `fileKey`. It never changes. */
            key: string;
        };
        /** @description Grant to upload one file. */
        UploadGrant: {
            /** @description URL for the PUT of the file, with the declared type as Content-Type and the other `headers`. */
            uploadUrl: string;
            /** @description URL for an upload that can be continued after a broken connection, by the tus protocol 1.0: HEAD returns `Upload-Offset`, the number of bytes that have arrived, PATCH continues there, DELETE cancels. Valid for 24 hours. Null if `size` was not given. */
            resumableUrl: string | null;
            /** @description URL of the file after the upload. For a file in a restricted folder, query `asset` for the signed URL. */
            cdnUrl: string;
            /** @description Object key of the file. */
            key: string;
            /** @description Seconds until the upload URL expires. */
            expiresIn: number;
            /** @description Headers that the PUT must send, by name. */
            headers: {
                [key: string]: unknown;
            };
        };
        /** @description How a video is analysed. */
        VideoAnalysisConfigInput: {
            /** @description Length of a segment in seconds, 10 to 600. Default 60. A segment ends at a pause or scene change near this length. */
            segmentDuration?: number | null;
            /** @description Whether techniques that are shown are named. Default true. */
            detectTechniques?: boolean | null;
            /** @description Whether what is said is transcribed. Default true. */
            extractAudio?: boolean | null;
            /** @description What to watch for, at most 5000 characters, for the model that describes the pictures. Default: videoConfig.digestionInstructions of the site's default persona, if its appType is video-training. */
            digestionInstructions?: string | null;
        };
        /** @description A job that cuts a video into segments, analyses and transcribes them, and adds them to the knowledge base. */
        VideoJob: {
            /** @description Identifier. */
            jobId: string;
            /** @description File name. */
            fileName: string;
            /** @description Status of the job; a cancelled job has the status failed. */
            status: components["schemas"]["VideoJobStatus"];
            /** @description Progress in percent, 0 to 100, with up to two decimals. It never decreases during a job. */
            progress: number;
            /** @description The current stage as text for users, such as `Analysing: 3 of 12 segments`. */
            stage: string;
            /** @description What was found; null until the job is completed. */
            result?: components["schemas"]["VideoResult"];
            /** @description Why the job failed or was cancelled; null otherwise. */
            error?: components["schemas"]["VideoProcessingError"];
            /**
             * Format: date-time
             * @description When the job was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the video became searchable; null until then.
             */
            completedAt?: string;
        };
        /** @description A job that cuts a video into segments, analyses and transcribes them, and adds them to the knowledge base. */
        VideoJobIdentity: {
            /** @description Identifier. */
            jobId: string;
        };
        /**
         * @description Status of a video processing job: queued, waiting to start; uploading, the video is being fetched; processing; completed, the video is searchable; failed, also for a cancelled job.
         * @enum {string}
         */
        VideoJobStatus: "queued" | "uploading" | "processing" | "completed" | "failed";
        /** @description Metadata of a video. */
        VideoMetadata: {
            /** @description Duration in seconds. */
            duration?: number;
            /** @description URL of the video stream, http or https without a user name, or relative; null for a teaser. */
            streamUrl?: string;
            /** @description URL of the preview image, with the rules of `streamUrl`. */
            thumbnailUrl?: string;
            /** @description Resolution, such as `1920x1080`. */
            resolution?: string;
        };
        /** @description Metadata of a video. */
        VideoMetadataInput: {
            /** @description Duration in seconds. */
            duration?: number | null;
            /** @description URL of the video stream, http or https without a user name, or relative; null for a teaser. */
            streamUrl?: string | null;
            /** @description URL of the preview image, with the rules of `streamUrl`. */
            thumbnailUrl?: string | null;
            /** @description Resolution, such as `1920x1080`. */
            resolution?: string | null;
        };
        /** @description Why a video could not be processed. */
        VideoProcessingError: {
            /** @description Error code: UNREACHABLE, NOT_A_VIDEO, MANIFEST, MALFORMED, TOO_LARGE, TOO_LONG, TOO_SLOW or OUT_OF_MEMORY if the video itself is the cause; TOOLS_MISSING if the service lacks a program; FILE_GONE, CANCELLED, REMOVED or another code otherwise. */
            code: string;
            /** @description Error message. */
            message: string;
        };
        /** @description What processing a video has found. */
        VideoResult: {
            /** @description Number of segments the video was cut into. */
            totalSegments: number;
            /** @description Names of the techniques that are shown, each once, in order of appearance. */
            techniques: string[];
            /** @description Language of the video as BCP 47, such as `en`; null if it is unknown. */
            language: string | null;
            /** @description Length of the video in seconds. */
            duration: number | null;
            /** @description What of the video is not searchable, and why. */
            skipped: components["schemas"]["SkippedVideoPart"][];
        };
        /** @description The caller of this request: the user of the token, or anonymous with the API key only. */
        Viewer: {
            /** @description Id of the user; null without a token. */
            uid: string | null;
            /** @description Current tier: free if the membership has expired. */
            membershipTier: components["schemas"]["MembershipTier"];
            /** @description Slugs of the subscriptions of the user, included ones as well. */
            subscriptions: string[];
        };
        /**
         * @description HTTP method of a webhook tool: GET sends the inputs as a query string, POST as a JSON body.
         * @enum {string}
         */
        WebhookMethod: "GET" | "POST";
        /** @description An endpoint that the agent may call during a chat. */
        WebhookTool: {
            /** @description Identifier. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /** @description Name that the agent uses, matching `^[a-z][a-z0-9_]{0,63}$`, unique in the site. */
            name: string;
            /** @description Description that tells the agent when to use the tool, at most 5,000 characters. */
            description: string;
            /** @description JSON Schema (2020-12) of the inputs, of type `object`. */
            inputSchema: {
                [key: string]: unknown;
            };
            /** @description URL that the service calls, http or https, at most 2,048 characters. Private addresses are rejected unless the deployment allows the host. */
            endpoint: string;
            /** @description HTTP method of the calls. */
            method: components["schemas"]["WebhookMethod"];
            /** @description Headers sent with each call, by name. Values are write-only and read as `***`. */
            headers: {
                [key: string]: unknown;
            };
            /** @description Dot path of the part of the JSON response that the agent gets, such as `data.items.0`, at most 20 segments; null selects the whole response. */
            resultPath?: string;
            /** @description Whether the agent can use the tool. Default true. */
            enabled: boolean;
            /** @description Whether calls change data. Default: read for GET and write for POST; null restores the default. Calls that change data need confirmation by the user if the conversation contains external text (documents, tool results, the page). */
            effect: components["schemas"]["WebhookToolEffect"];
            /** @description Whether calls that change data run without confirmation by the user. Default false. */
            runsWithoutConfirmation: boolean;
            /** @description Which passages of the knowledge base the inputs may contain. A call with other passages is not made. Default `public`. */
            mayReceive: components["schemas"]["WebhookToolPassages"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * @description Whether a call only reads data (read) or changes data (write).
         * @enum {string}
         */
        WebhookToolEffect: "read" | "write";
        /** @description An endpoint that the agent may call during a chat. */
        WebhookToolIdentity: {
            /** @description Identifier. */
            _id: string;
            /** @description Number of the last write, from 1: each change of the resource increases it. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description Secret that signs the calls (Standard Webhooks). Only returned by `CreateWebhookTool` and `RotateWebhookToolSecret`; otherwise null. */
            signingSecret: string | null;
        };
        /**
         * @description Which passages of the knowledge base the inputs of a tool may contain: none, public ones (public), or all that the user can read (entitled).
         * @enum {string}
         */
        WebhookToolPassages: "none" | "public" | "entitled";
        /** @description Whose request wrote something. */
        Writer: {
            /** @description Whether it was an API key or a member of the site. */
            kind: components["schemas"]["WriterKind"];
            /** @description Id of the API key or of the user. */
            id: string;
            /** @description Name of the API key, null if the key is not there any more; name that the user had when the request was sent. */
            name: string | null;
        };
        /**
         * @description Who sent a request: an API key, or a signed-in member.
         * @enum {string}
         */
        WriterKind: "key" | "member";
    };
    responses: {
        /** @description Invalid request: the message names the invalid part. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key or the identity token is missing or invalid. */
        Unauthenticated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key or the user is not allowed to do this. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Conflict with an existing resource or another request. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource has another revision than `If-Match` names: `revision` is the current one. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request body or the file is too large. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The Content-Type of the body is not application/json. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Rate limit exceeded. `Retry-After` has the seconds to wait. */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Internal error of the service. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service or one of its dependencies is unavailable. `Retry-After` has the seconds to wait. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
        IfMatch: string;
        /** @description Whether content items are read as their drafts have them. Requires the scope `preview`. */
        Preview: boolean;
        /** @description A preview token of the site, which shows drafts and unpublished items instead of the scope `preview`. */
        PreviewToken: string;
        /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Entity tag of this response, for `If-None-Match`; of one resource, also for `If-Match`. */
        ETag: string;
        /** @description Seconds to wait before the next request. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    Chat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The message and its context. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "How tight do pedals go?"
                 *     }
                 */
                "application/json": components["schemas"]["ChatInput"];
            };
        };
        responses: {
            /** @description Answer of the agent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "message": "Pedals · newton metres: 35 [1]\nDisc rotor bolts · newton metres: 6 [1]\n\nNo language model is configured: this is text quoted from the sources.",
                     *         "sessionId": "0198c0de-0000-7000-8000-000000000001",
                     *         "messageId": "0198c0de-0000-7000-8000-000000000002",
                     *         "citations": [
                     *           {
                     *             "start": 0,
                     *             "end": 26,
                     *             "sources": [
                     *               {
                     *                 "number": 1,
                     *                 "chunkId": "0198c0de-0000-7000-8000-000000000003",
                     *                 "sourceId": "0198c0de-0000-7000-8000-000000000004",
                     *                 "source": "document",
                     *                 "title": "Torque table"
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "start": 31,
                     *             "end": 66,
                     *             "sources": [
                     *               {
                     *                 "number": 1,
                     *                 "chunkId": "0198c0de-0000-7000-8000-000000000003",
                     *                 "sourceId": "0198c0de-0000-7000-8000-000000000004",
                     *                 "source": "document",
                     *                 "title": "Torque table"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "metadata": {
                     *           "model": "extractive-1",
                     *           "tokensUsed": 0,
                     *           "proxyLatencyMs": 120
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Sends a message to the agent and returns its answer. 503 if no model is configured; 502 if the model fails, in which case nothing is stored. A key with scope read can use it. */
                        data: components["schemas"]["ChatAnswer"];
                    };
                    /**
                     * @example event: text
                     *     data: {"text":"Pedals · newton metres: 35"}
                     *
                     *     event: text
                     *     data: {"text":"\nDisc rotor bolts · newton metres: 6"}
                     *
                     *     event: text
                     *     data: {"text":"\n\nNo language model is configured: this is"}
                     *
                     *     event: text
                     *     data: {"text":" text quoted from the "}
                     *
                     *     event: text
                     *     data: {"text":"sources."}
                     *
                     *     event: answer
                     *     data: {"success":true,"data":{"message":"Pedals · newton metres: 35 [1]\nDisc rotor bolts · newton metres: 6 [1]\n\nNo language model is configured: this is text quoted from the sources.","sessionId":"0198c0de-0000-7000-8000-000000000005","messageId":"0198c0de-0000-7000-8000-000000000006","citations":[{"start":0,"end":26,"sources":[{"number":1,"chunkId":"0198c0de-0000-7000-8000-000000000003","sourceId":"0198c0de-0000-7000-8000-000000000004","source":"document","title":"Torque table"}]},{"start":31,"end":66,"sources":[{"number":1,"chunkId":"0198c0de-0000-7000-8000-000000000003","sourceId":"0198c0de-0000-7000-8000-000000000004","source":"document","title":"Torque table"}]}],"metadata":{"model":"extractive-1","tokensUsed":0,"proxyLatencyMs":120}}}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /** @description An external service failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service or one of its dependencies is unavailable. `Retry-After` has the seconds to wait. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    RateChatMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The rating. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sessionId": "0198c0de-0000-7000-8000-000000000001",
                 *       "messageId": "0198c0de-0000-7000-8000-000000000002",
                 *       "rating": "up",
                 *       "comment": "Just what I needed."
                 *     }
                 */
                "application/json": components["schemas"]["ChatFeedbackInput"];
            };
        };
        responses: {
            /** @description The rating of an answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "sessionId": "0198c0de-0000-7000-8000-000000000001",
                     *         "messageId": "0198c0de-0000-7000-8000-000000000002",
                     *         "rating": "up",
                     *         "comment": "Just what I needed.",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Rates an answer of the agent. An answer has one rating: a later one replaces it with its comment, and a repeated one changes nothing. 404 unless the answer belongs to the session and the viewer can read the session. A key with scope read can use it. */
                        data: components["schemas"]["ChatFeedback"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListAssets: {
        parameters: {
            query?: {
                /** @description Path of the folder, such as `photos/2026`; `/` selects files in no folder. */
                folder?: string;
                /** @description Id of the folder; `null` as a string selects files in no folder. */
                folderId?: string;
                /** @description MIME type of the files, such as `image/png`, or `image/*` for all types of images. */
                mimeType?: string;
                /** @description Part of the file name, without regard to case. */
                name?: string;
                /** @description Whether only files are returned that no content item uses by id, as far as the caller can read the items; `false`: only files that one uses. */
                unused?: boolean;
                /** @description Kind of file. Omitted: all kinds. */
                kind?: components["schemas"]["AssetKind"];
                /** @description Status of the upload. Default live. */
                status?: components["schemas"]["AssetStatus"];
                /** @description Page size, at least 1; clamped to the maximum of the list. */
                limit?: number;
                /** @description How many items to skip, at least 0. Cannot be combined with `after`. */
                offset?: number;
                /** @description The `endCursor` of the previous page, with the same filter. Cannot be combined with `offset`. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Files that the viewer can read, newest first. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000027",
                     *           "revision": 3,
                     *           "url": "http://127.0.0.1:4000/cdn/0198c0de-0000-7000-8000-000000000008/0198c0de-0000-7000-8000-000000000009-pedals.md",
                     *           "fileName": "pedals.md",
                     *           "mimeType": "text/markdown",
                     *           "kind": "document",
                     *           "status": "live",
                     *           "size": 49,
                     *           "width": null,
                     *           "height": null,
                     *           "alt": null,
                     *           "caption": null,
                     *           "focalPoint": null,
                     *           "blurhash": null,
                     *           "folderId": null,
                     *           "accessLevel": "public",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000028",
                     *           "revision": 3,
                     *           "url": "http://127.0.0.1:4000/cdn/0198c0de-0000-7000-8000-000000000008/0198c0de-0000-7000-8000-000000000029-bicycle.png",
                     *           "fileName": "bicycle.png",
                     *           "mimeType": "image/png",
                     *           "kind": "image",
                     *           "status": "live",
                     *           "size": 231,
                     *           "width": 80,
                     *           "height": 40,
                     *           "alt": null,
                     *           "caption": null,
                     *           "focalPoint": null,
                     *           "blurhash": "L~LjfL|TsRJro3n~jsa}fQfQfQfQ",
                     *           "folderId": null,
                     *           "accessLevel": "public",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "total": 2,
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "endCursor": "opaque"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The items of this page, in the requested order. */
                        data: components["schemas"]["Asset"][];
                        /** @description The same values as one object. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Cursor of the last item. Pass it as `page.after`, with the same filter and sort, to read the next page. */
                        endCursor?: string;
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetAsset: {
        parameters: {
            query?: {
                /** @description Whether the content items that use the file are included, as far as the caller can read them. */
                usedBy?: boolean;
                /** @description Maximum number of these items. */
                limit?: number;
                /** @description Number of these items to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the file, or its object key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file of any status. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000027",
                     *         "revision": 3,
                     *         "url": "http://127.0.0.1:4000/cdn/0198c0de-0000-7000-8000-000000000008/0198c0de-0000-7000-8000-000000000009-pedals.md",
                     *         "fileName": "pedals.md",
                     *         "mimeType": "text/markdown",
                     *         "kind": "document",
                     *         "status": "live",
                     *         "size": 49,
                     *         "width": null,
                     *         "height": null,
                     *         "alt": null,
                     *         "caption": null,
                     *         "focalPoint": null,
                     *         "blurhash": null,
                     *         "folderId": null,
                     *         "accessLevel": "public",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description A file of any status. 404 for an unknown id; 401 or 403 if the viewer cannot read it. */
                        data: components["schemas"]["GetAssetAsset"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key or the identity token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key or the user is not allowed to do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the file, or its object key. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "alt": "A bicycle against a wall.",
                 *       "caption": "Our first one."
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAssetInput"];
            };
        };
        responses: {
            /** @description An uploaded file. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000027",
                     *         "revision": 4,
                     *         "url": "http://127.0.0.1:4000/cdn/0198c0de-0000-7000-8000-000000000008/0198c0de-0000-7000-8000-000000000009-pedals.md",
                     *         "fileName": "pedals.md",
                     *         "mimeType": "text/markdown",
                     *         "kind": "document",
                     *         "status": "live",
                     *         "size": 49,
                     *         "width": null,
                     *         "height": null,
                     *         "alt": "A bicycle against a wall.",
                     *         "caption": "Our first one.",
                     *         "focalPoint": null,
                     *         "blurhash": null,
                     *         "folderId": null,
                     *         "accessLevel": "public",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Changes the texts, the focal point and the folder of a file. 404 for an unknown file or folder; 400 for a focal point of a file that is not an image. */
                        data: components["schemas"]["Asset"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Changes the texts, the focal point and the folder of a file. 404 for an unknown file or folder; 400 for a focal point of a file that is not an image. */
                        data: components["schemas"]["AssetIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    DeleteAsset: {
        parameters: {
            query?: {
                /** @description Whether the file is also deleted if content items use it. */
                force?: boolean;
            };
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the file, or its object key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Result of a deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000027",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Deletes a file, its transformed images and its text in the knowledge base. Its URL then returns 404; HTTP caches can keep the file until it expires there. 404 for an unknown file; 409 if content items or their drafts use it, with `usedBy`: id, type, title and slug of the newest 20 that the viewer can read, and `inDraft` where only the draft uses it. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    PatchAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the file, or its object key. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "caption": null
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAssetInput"];
            };
        };
        responses: {
            /** @description An uploaded file. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000027",
                     *         "revision": 5,
                     *         "url": "http://127.0.0.1:4000/cdn/0198c0de-0000-7000-8000-000000000008/0198c0de-0000-7000-8000-000000000009-pedals.md",
                     *         "fileName": "pedals.md",
                     *         "mimeType": "text/markdown",
                     *         "kind": "document",
                     *         "status": "live",
                     *         "size": 49,
                     *         "width": null,
                     *         "height": null,
                     *         "alt": "A bicycle against a wall.",
                     *         "caption": null,
                     *         "focalPoint": null,
                     *         "blurhash": null,
                     *         "folderId": null,
                     *         "accessLevel": "public",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Changes the texts, the focal point and the folder of a file. 404 for an unknown file or folder; 400 for a focal point of a file that is not an image. */
                        data: components["schemas"]["Asset"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Changes the texts, the focal point and the folder of a file. 404 for an unknown file or folder; 400 for a focal point of a file that is not an image. */
                        data: components["schemas"]["AssetIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListAssetFolders: {
        parameters: {
            query?: {
                /** @description Id of the parent folder; `null` as a string selects root folders. Omitted: folders at all levels. */
                parentId?: string;
                /** @description Exact path of a folder. */
                path?: string;
                /** @description Whether only the topmost folders are returned, with their subfolders nested as `children`. */
                tree?: boolean;
                /** @description Status. Omitted: any status. */
                status?: components["schemas"]["AssetFolderStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All folders that the viewer can read, sorted by order, then name. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000007",
                     *           "revision": 1,
                     *           "name": "Workshop",
                     *           "slug": "workshop",
                     *           "description": null,
                     *           "parentId": null,
                     *           "coverImage": null,
                     *           "color": null,
                     *           "icon": null,
                     *           "order": 0,
                     *           "accessLevel": "public",
                     *           "metadata": {},
                     *           "path": "/workshop",
                     *           "depth": 0,
                     *           "status": "active",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description All folders that the viewer can read, sorted by order, then name. */
                        data: components["schemas"]["ListAssetFoldersAssetFolder"][];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreateAssetFolder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new folder. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Workshop",
                 *       "slug": "workshop"
                 *     }
                 */
                "application/json": components["schemas"]["CreateAssetFolderInput"];
            };
        };
        responses: {
            /** @description A folder of files. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000007",
                     *         "revision": 1,
                     *         "name": "Workshop",
                     *         "slug": "workshop",
                     *         "description": null,
                     *         "parentId": null,
                     *         "coverImage": null,
                     *         "color": null,
                     *         "icon": null,
                     *         "order": 0,
                     *         "accessLevel": "public",
                     *         "metadata": {},
                     *         "path": "/workshop",
                     *         "depth": 0,
                     *         "status": "active",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Creates a folder. 409 if the slug is already used within the parent folder. */
                        data: components["schemas"]["AssetFolder"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Creates a folder. 409 if the slug is already used within the parent folder. */
                        data: components["schemas"]["AssetFolderIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateAssetFolder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the folder. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Pictures of the workshop."
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAssetFolderInput"];
            };
        };
        responses: {
            /** @description A folder of files. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000007",
                     *         "revision": 2,
                     *         "name": "Workshop",
                     *         "slug": "workshop",
                     *         "description": "Pictures of the workshop.",
                     *         "parentId": null,
                     *         "coverImage": null,
                     *         "color": null,
                     *         "icon": null,
                     *         "order": 0,
                     *         "accessLevel": "public",
                     *         "metadata": {},
                     *         "path": "/workshop",
                     *         "depth": 0,
                     *         "status": "active",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Updates a folder. A new parent or slug moves its subfolders too. A new access level applies to the documents in it that have no access level of their own. 400 for a cycle. */
                        data: components["schemas"]["AssetFolder"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Updates a folder. A new parent or slug moves its subfolders too. A new access level applies to the documents in it that have no access level of their own. 400 for a cycle. */
                        data: components["schemas"]["AssetFolderIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    DeleteAssetFolder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the folder. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Result of a deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000007",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Deletes a folder and its subfolders. Their files are kept in no folder, with the same access level. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreateUploadGrant: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file to upload. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filename": "pedals.md",
                 *       "contentType": "text/markdown"
                 *     }
                 */
                "application/json": components["schemas"]["CreateUploadGrantInput"];
                /**
                 * @example {
                 *       "folder": "guides/brakes",
                 *       "file": "# Brakes\n\nA brake pad is worn below two millimetres.\n"
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file: images up to 10 MB, documents up to 50 MB, audio and video up to 500 MB.
                     */
                    file: string;
                    /** @description Path within the object key, such as `photos/2026`, at most 8 levels. If a folder has this path, the file is put into it. */
                    folder?: string;
                    /** @description Id of the folder; takes precedence over `folder`. */
                    folderId?: string;
                };
            };
        };
        responses: {
            /** @description Grant to upload one file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Returns a pre-signed URL to upload one file with PUT. With cloud storage the file is sent directly to it. 400 `File type not supported` for other file types. */
                        data: components["schemas"]["UploadGrant"];
                    } | ({
                        /** @constant */
                        success: true;
                        /** @description Uploads a file; it is served when the response is sent. 400 `File type not supported`, with `reason`, if name, declared type and content do not match; 413 above the maximum size of its kind. */
                        data: components["schemas"]["UploadAssetAsset"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Uploads a file; it is served when the response is sent. 400 `File type not supported`, with `reason`, if name, declared type and content do not match; 413 above the maximum size of its kind. */
                        data: components["schemas"]["UploadAssetAssetIdentity"];
                    });
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListContent: {
        parameters: {
            query?: {
                /** @description Slug of the content type. */
                type?: string;
                /** @description Status. Omitted: any status. */
                status?: components["schemas"]["ContentStatus"];
                /** @description Page size, at least 1; clamped to the maximum of the list. */
                limit?: number;
                /** @description How many items to skip, at least 0. Cannot be combined with `after`. */
                offset?: number;
                /** @description Text to search for in the title, ignoring case and accents. */
                search?: string;
                /** @description Access level of the items. */
                accessLevel?: components["schemas"]["AccessLevel"];
                /** @description Id of the collection. */
                collectionId?: string;
                /** @description Whether ids in reference fields are replaced by the items, up to 3 levels deep, and ids of files by objects with their `url`. */
                expand?: boolean;
                /** @description Whether items that the caller cannot read are included, as teasers with `_access`. */
                includeRestricted?: boolean;
                /** @description Equals the value. */
                slug?: string;
                /** @description Equals one of these values, at most 200. */
                ids?: string[];
                /** @description A tag that the items have. */
                tag?: string;
                /** @description A category that the items have. */
                category?: string;
                /** @description Language code. With `expand`, references are replaced by their translations as well. */
                language?: string;
                /** @description Further languages, at most 10: of items that match and are translations of each other, only the one in the first of the languages is listed. */
                fallback?: string[];
                /** @description Words that the items must have in the title, the excerpt, the body or the custom fields marked searchable, in any form and order; at most 300 characters. The most relevant items come first unless `sort` says otherwise. `search` looks for a part of the title. */
                fullText?: string;
                /** @description Conditions as `filter[<field>][<operator>]=<value>`, such as `filter[tags][in]=a,b`, `filter[fields.rating][gte]=4` and `filter[or][0][slug]=x`. */
                filter?: {
                    [key: string]: unknown;
                };
                /** @description Sort keys, at most 5: publishedAt, createdAt, updatedAt, sortOrder, title, or a sortable custom field as `fields.<name>`. A key with `-` descends. A single key without a sign has the direction `sortDir`; several ascend. Default: publishedAt, or the relevance for `fullText`. */
                sort?: string[];
                /** @description Sort direction. Default desc. */
                sortDir?: components["schemas"]["SortDirection"];
                /** @description Whether items have `_sortOrder`. */
                includeSortOrder?: boolean;
                /** @description Whether items have the body, `content`. */
                includeContent?: boolean;
                /** @description The `endCursor` of the previous page, with the same filter and sort. Cannot be combined with `offset`. */
                after?: string;
            };
            header?: {
                /** @description Whether content items are read as their drafts have them. Requires the scope `preview`. */
                "X-Svc-Preview"?: components["parameters"]["Preview"];
                /** @description A preview token of the site, which shows drafts and unpublished items instead of the scope `preview`. */
                "X-Svc-Preview-Token"?: components["parameters"]["PreviewToken"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Content items that the viewer can read, by default newest publication first. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000010",
                     *           "revision": 1,
                     *           "externalId": "tyre-pressure",
                     *           "type": "article",
                     *           "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *           "title": "Tyre pressure",
                     *           "excerpt": "How much air a tyre needs.",
                     *           "slug": "tyre-pressure",
                     *           "language": "en",
                     *           "categories": [],
                     *           "tags": [
                     *             "tyres"
                     *           ],
                     *           "status": "published",
                     *           "accessLevel": "public",
                     *           "author": null,
                     *           "featuredImage": null,
                     *           "aiIndexed": true,
                     *           "collectionId": null,
                     *           "sortOrder": 0,
                     *           "publishedAt": "2026-01-15T09:30:00.000Z",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "customFields": {}
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000014",
                     *           "revision": 1,
                     *           "externalId": "chain-wear",
                     *           "type": "article",
                     *           "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *           "title": "Chain wear",
                     *           "excerpt": null,
                     *           "slug": "chain-wear",
                     *           "language": "en",
                     *           "categories": [],
                     *           "tags": [],
                     *           "status": "draft",
                     *           "accessLevel": "public",
                     *           "author": null,
                     *           "featuredImage": null,
                     *           "aiIndexed": true,
                     *           "collectionId": null,
                     *           "sortOrder": 0,
                     *           "publishedAt": null,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "customFields": {}
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000013",
                     *           "revision": 1,
                     *           "externalId": "saddle-height",
                     *           "type": "article",
                     *           "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *           "title": "Saddle height",
                     *           "excerpt": null,
                     *           "slug": "saddle-height",
                     *           "language": "en",
                     *           "categories": [],
                     *           "tags": [],
                     *           "status": "draft",
                     *           "accessLevel": "public",
                     *           "author": null,
                     *           "featuredImage": null,
                     *           "aiIndexed": true,
                     *           "collectionId": null,
                     *           "sortOrder": 0,
                     *           "publishedAt": null,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "customFields": {}
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "total": 3,
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "endCursor": "opaque"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The items of this page, in the requested order. */
                        data: components["schemas"]["ListContentContentItem"][];
                        /** @description The same values as one object. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Cursor of the last item. Pass it as `page.after`, with the same filter and sort, to read the next page. */
                        endCursor?: string;
                        /** @description How many items the viewer can read. */
                        _accessSummary?: components["schemas"]["ContentAccessSummary"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreateContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new item. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "article",
                 *       "externalId": "tyre-pressure",
                 *       "title": "Tyre pressure",
                 *       "slug": "tyre-pressure",
                 *       "excerpt": "How much air a tyre needs.",
                 *       "content": "A 28 inch touring tyre rolls well at four bar.",
                 *       "tags": [
                 *         "tyres"
                 *       ],
                 *       "status": "published"
                 *     }
                 */
                "application/json": components["schemas"]["CreateContentInput"];
            };
        };
        responses: {
            /** @description A structured content item. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000010",
                     *         "revision": 1,
                     *         "externalId": "tyre-pressure",
                     *         "type": "article",
                     *         "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *         "title": "Tyre pressure",
                     *         "excerpt": "How much air a tyre needs.",
                     *         "slug": "tyre-pressure",
                     *         "language": "en",
                     *         "categories": [],
                     *         "tags": [
                     *           "tyres"
                     *         ],
                     *         "status": "published",
                     *         "accessLevel": "public",
                     *         "author": null,
                     *         "featuredImage": null,
                     *         "aiIndexed": true,
                     *         "collectionId": null,
                     *         "sortOrder": 0,
                     *         "publishedAt": "2026-01-15T09:30:00.000Z",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "content": "A 28 inch touring tyre rolls well at four bar.",
                     *         "customFields": {}
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Creates a content item. 409 if the externalId (the error has the `id` of that item) or the slug is already used; 400 with `details` for invalid input. */
                        data: components["schemas"]["CreateContentContentItem"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Creates a content item. 409 if the externalId (the error has the `id` of that item) or the slug is already used; 400 with `details` for invalid input. */
                        data: components["schemas"]["ContentItemIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListContentTypes: {
        parameters: {
            query?: {
                /** @description Status. Omitted: any status. */
                status?: components["schemas"]["ContentTypeStatus"];
                /** @description Whether content types have their field definitions. */
                includeFields?: boolean;
            };
            header?: {
                /** @description Whether content items are read as their drafts have them. Requires the scope `preview`. */
                "X-Svc-Preview"?: components["parameters"]["Preview"];
                /** @description A preview token of the site, which shows drafts and unpublished items instead of the scope `preview`. */
                "X-Svc-Preview-Token"?: components["parameters"]["PreviewToken"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Content types, sorted by slug. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000011",
                     *           "revision": 1,
                     *           "name": "Article",
                     *           "slug": "article",
                     *           "pluralName": "Articles",
                     *           "description": "A text such as news, a guide or a blog post.",
                     *           "icon": "article",
                     *           "builtInFields": {
                     *             "title": true,
                     *             "slug": true,
                     *             "excerpt": false,
                     *             "featuredImage": false,
                     *             "content": true,
                     *             "author": false,
                     *             "publishedAt": true
                     *           },
                     *           "aiConfig": {
                     *             "indexed": true,
                     *             "summarize": false,
                     *             "extractKeywords": false,
                     *             "generateEmbeddings": true,
                     *             "instructionTemplate": null
                     *           },
                     *           "accessLevel": "public",
                     *           "status": "active",
                     *           "builtIn": true,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000030",
                     *           "revision": 1,
                     *           "name": "Course",
                     *           "slug": "course",
                     *           "pluralName": "Courses",
                     *           "description": "A course of lessons, described by courseMetadata.",
                     *           "icon": "course",
                     *           "builtInFields": {
                     *             "title": true,
                     *             "slug": true,
                     *             "excerpt": false,
                     *             "featuredImage": false,
                     *             "content": true,
                     *             "author": false,
                     *             "publishedAt": true
                     *           },
                     *           "aiConfig": {
                     *             "indexed": true,
                     *             "summarize": false,
                     *             "extractKeywords": false,
                     *             "generateEmbeddings": true,
                     *             "instructionTemplate": null
                     *           },
                     *           "accessLevel": "public",
                     *           "status": "active",
                     *           "builtIn": true,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000031",
                     *           "revision": 1,
                     *           "name": "Document",
                     *           "slug": "document",
                     *           "pluralName": "Documents",
                     *           "description": "A document file, described by documentMetadata.",
                     *           "icon": "document",
                     *           "builtInFields": {
                     *             "title": true,
                     *             "slug": true,
                     *             "excerpt": false,
                     *             "featuredImage": false,
                     *             "content": true,
                     *             "author": false,
                     *             "publishedAt": true
                     *           },
                     *           "aiConfig": {
                     *             "indexed": true,
                     *             "summarize": false,
                     *             "extractKeywords": false,
                     *             "generateEmbeddings": true,
                     *             "instructionTemplate": null
                     *           },
                     *           "accessLevel": "public",
                     *           "status": "active",
                     *           "builtIn": true,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000032",
                     *           "revision": 1,
                     *           "name": "FAQ",
                     *           "slug": "faq",
                     *           "pluralName": "FAQs",
                     *           "description": "A question and its answer.",
                     *           "icon": "faq",
                     *           "builtInFields": {
                     *             "title": true,
                     *             "slug": true,
                     *             "excerpt": false,
                     *             "featuredImage": false,
                     *             "content": true,
                     *             "author": false,
                     *             "publishedAt": true
                     *           },
                     *           "aiConfig": {
                     *             "indexed": true,
                     *             "summarize": false,
                     *             "extractKeywords": false,
                     *             "generateEmbeddings": true,
                     *             "instructionTemplate": null
                     *           },
                     *           "accessLevel": "public",
                     *           "status": "active",
                     *           "builtIn": true,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000033",
                     *           "revision": 1,
                     *           "name": "Product",
                     *           "slug": "product",
                     *           "pluralName": "Products",
                     *           "description": "A product for sale.",
                     *           "icon": "product",
                     *           "builtInFields": {
                     *             "title": true,
                     *             "slug": true,
                     *             "excerpt": false,
                     *             "featuredImage": false,
                     *             "content": true,
                     *             "author": false,
                     *             "publishedAt": true
                     *           },
                     *           "aiConfig": {
                     *             "indexed": true,
                     *             "summarize": false,
                     *             "extractKeywords": false,
                     *             "generateEmbeddings": true,
                     *             "instructionTemplate": null
                     *           },
                     *           "accessLevel": "public",
                     *           "status": "active",
                     *           "builtIn": true,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000012",
                     *           "revision": 1,
                     *           "name": "Tour",
                     *           "slug": "tour",
                     *           "pluralName": null,
                     *           "description": null,
                     *           "icon": null,
                     *           "builtInFields": {
                     *             "title": true,
                     *             "slug": true,
                     *             "excerpt": false,
                     *             "featuredImage": false,
                     *             "content": true,
                     *             "author": false,
                     *             "publishedAt": true
                     *           },
                     *           "aiConfig": {
                     *             "indexed": true,
                     *             "summarize": false,
                     *             "extractKeywords": false,
                     *             "generateEmbeddings": true,
                     *             "instructionTemplate": null
                     *           },
                     *           "accessLevel": "public",
                     *           "status": "active",
                     *           "builtIn": false,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000034",
                     *           "revision": 1,
                     *           "name": "Video",
                     *           "slug": "video",
                     *           "pluralName": "Videos",
                     *           "description": "A video, described by videoMetadata.",
                     *           "icon": "video",
                     *           "builtInFields": {
                     *             "title": true,
                     *             "slug": true,
                     *             "excerpt": false,
                     *             "featuredImage": false,
                     *             "content": true,
                     *             "author": false,
                     *             "publishedAt": true
                     *           },
                     *           "aiConfig": {
                     *             "indexed": true,
                     *             "summarize": false,
                     *             "extractKeywords": false,
                     *             "generateEmbeddings": true,
                     *             "instructionTemplate": null
                     *           },
                     *           "accessLevel": "public",
                     *           "status": "active",
                     *           "builtIn": true,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The items of this page, in the requested order. */
                        data: components["schemas"]["ListContentTypesContentType"][];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreateContentType: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new type. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Tour",
                 *       "slug": "tour",
                 *       "fields": [
                 *         {
                 *           "name": "distance",
                 *           "type": "number",
                 *           "sortable": true,
                 *           "validation": {
                 *             "min": 0
                 *           }
                 *         },
                 *         {
                 *           "name": "surface",
                 *           "type": "select",
                 *           "validation": {
                 *             "options": [
                 *               "road",
                 *               "gravel"
                 *             ]
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateContentTypeInput"];
            };
        };
        responses: {
            /** @description A content type: the definition of a kind of content item and its custom fields. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000012",
                     *         "revision": 1,
                     *         "name": "Tour",
                     *         "slug": "tour",
                     *         "pluralName": null,
                     *         "description": null,
                     *         "icon": null,
                     *         "builtInFields": {
                     *           "title": true,
                     *           "slug": true,
                     *           "excerpt": false,
                     *           "featuredImage": false,
                     *           "content": true,
                     *           "author": false,
                     *           "publishedAt": true
                     *         },
                     *         "aiConfig": {
                     *           "indexed": true,
                     *           "summarize": false,
                     *           "extractKeywords": false,
                     *           "generateEmbeddings": true,
                     *           "instructionTemplate": null
                     *         },
                     *         "accessLevel": "public",
                     *         "status": "active",
                     *         "builtIn": false,
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "fields": [
                     *           {
                     *             "name": "distance",
                     *             "label": "Distance",
                     *             "type": "number",
                     *             "validation": {
                     *               "min": 0
                     *             },
                     *             "showInList": false,
                     *             "searchable": true,
                     *             "sortable": true,
                     *             "hidden": false,
                     *             "aiIndexed": true
                     *           },
                     *           {
                     *             "name": "surface",
                     *             "label": "Surface",
                     *             "type": "select",
                     *             "validation": {
                     *               "options": [
                     *                 "road",
                     *                 "gravel"
                     *               ]
                     *             },
                     *             "showInList": false,
                     *             "searchable": true,
                     *             "sortable": false,
                     *             "hidden": false,
                     *             "aiIndexed": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Creates a content type. 409 if the slug is already used; 400 with `details` for invalid input. */
                        data: components["schemas"]["CreateContentTypeContentType"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Creates a content type. 409 if the slug is already used; 400 with `details` for invalid input. */
                        data: components["schemas"]["ContentTypeIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetContentType: {
        parameters: {
            query?: never;
            header?: {
                /** @description Whether content items are read as their drafts have them. Requires the scope `preview`. */
                "X-Svc-Preview"?: components["parameters"]["Preview"];
                /** @description A preview token of the site, which shows drafts and unpublished items instead of the scope `preview`. */
                "X-Svc-Preview-Token"?: components["parameters"]["PreviewToken"];
            };
            path: {
                /**
                 * @description Slug of the type.
                 * @example tour
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A content type. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000012",
                     *         "revision": 1,
                     *         "name": "Tour",
                     *         "slug": "tour",
                     *         "pluralName": null,
                     *         "description": null,
                     *         "icon": null,
                     *         "builtInFields": {
                     *           "title": true,
                     *           "slug": true,
                     *           "excerpt": false,
                     *           "featuredImage": false,
                     *           "content": true,
                     *           "author": false,
                     *           "publishedAt": true
                     *         },
                     *         "aiConfig": {
                     *           "indexed": true,
                     *           "summarize": false,
                     *           "extractKeywords": false,
                     *           "generateEmbeddings": true,
                     *           "instructionTemplate": null
                     *         },
                     *         "accessLevel": "public",
                     *         "status": "active",
                     *         "builtIn": false,
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "fields": [
                     *           {
                     *             "name": "distance",
                     *             "label": "Distance",
                     *             "type": "number",
                     *             "validation": {
                     *               "min": 0
                     *             },
                     *             "showInList": false,
                     *             "searchable": true,
                     *             "sortable": true,
                     *             "hidden": false,
                     *             "aiIndexed": true
                     *           },
                     *           {
                     *             "name": "surface",
                     *             "label": "Surface",
                     *             "type": "select",
                     *             "validation": {
                     *               "options": [
                     *                 "road",
                     *                 "gravel"
                     *               ]
                     *             },
                     *             "showInList": false,
                     *             "searchable": true,
                     *             "sortable": false,
                     *             "hidden": false,
                     *             "aiIndexed": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description A content type. 404 for an unknown slug. */
                        data: components["schemas"]["CreateContentTypeContentType"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateContentType: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Slug of the type.
                 * @example tour
                 */
                slug: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Tours with their distance in km."
                 *     }
                 */
                "application/json": components["schemas"]["UpdateContentTypeInput"];
            };
        };
        responses: {
            /** @description A content type: the definition of a kind of content item and its custom fields. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000012",
                     *         "revision": 2,
                     *         "name": "Tour",
                     *         "slug": "tour",
                     *         "pluralName": null,
                     *         "description": "Tours with their distance in km.",
                     *         "icon": null,
                     *         "builtInFields": {
                     *           "title": true,
                     *           "slug": true,
                     *           "excerpt": false,
                     *           "featuredImage": false,
                     *           "content": true,
                     *           "author": false,
                     *           "publishedAt": true
                     *         },
                     *         "aiConfig": {
                     *           "indexed": true,
                     *           "summarize": false,
                     *           "extractKeywords": false,
                     *           "generateEmbeddings": true,
                     *           "instructionTemplate": null
                     *         },
                     *         "accessLevel": "public",
                     *         "status": "active",
                     *         "builtIn": false,
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "fields": [
                     *           {
                     *             "name": "distance",
                     *             "label": "Distance",
                     *             "type": "number",
                     *             "validation": {
                     *               "min": 0
                     *             },
                     *             "showInList": false,
                     *             "searchable": true,
                     *             "sortable": true,
                     *             "hidden": false,
                     *             "aiIndexed": true
                     *           },
                     *           {
                     *             "name": "surface",
                     *             "label": "Surface",
                     *             "type": "select",
                     *             "validation": {
                     *               "options": [
                     *                 "road",
                     *                 "gravel"
                     *               ]
                     *             },
                     *             "showInList": false,
                     *             "searchable": true,
                     *             "sortable": false,
                     *             "hidden": false,
                     *             "aiIndexed": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Updates a content type. Omitted fields keep their value. A new slug is applied to its items. 409 for a change that breaks existing queries: a field removed, renamed, with another type or target, a list instead of one value, or no longer sortable; a new slug; a new field that takes the name of another at /graphql/site. A renamed field takes the values of all items along, which are read under its new name at once; 409 if items have other values under that name. */
                        data: components["schemas"]["CreateContentTypeContentType"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Updates a content type. Omitted fields keep their value. A new slug is applied to its items. 409 for a change that breaks existing queries: a field removed, renamed, with another type or target, a list instead of one value, or no longer sortable; a new slug; a new field that takes the name of another at /graphql/site. A renamed field takes the values of all items along, which are read under its new name at once; 409 if items have other values under that name. */
                        data: components["schemas"]["ContentTypeIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    DeleteContentType: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Slug of the type.
                 * @example tour
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Result of a deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000012",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Deletes a content type. Its items are kept. 400 for a built-in type, 409 without `force`. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetContent: {
        parameters: {
            query?: {
                /** @description Whether ids in reference fields are replaced by the items, up to 3 levels deep, and ids of files by objects with their `url`. */
                expand?: boolean;
                /** @description With `expand`: language code of the translations that replace references. */
                language?: string;
                /** @description Further languages, at most 10, tried in this order. */
                fallback?: string[];
            };
            header?: {
                /** @description Whether content items are read as their drafts have them. Requires the scope `preview`. */
                "X-Svc-Preview"?: components["parameters"]["Preview"];
                /** @description A preview token of the site, which shows drafts and unpublished items instead of the scope `preview`. */
                "X-Svc-Preview-Token"?: components["parameters"]["PreviewToken"];
            };
            path: {
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A content item. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000013",
                     *         "revision": 4,
                     *         "externalId": "saddle-height",
                     *         "type": "article",
                     *         "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *         "title": "Saddle height",
                     *         "excerpt": null,
                     *         "slug": "saddle-height",
                     *         "language": "en",
                     *         "categories": [],
                     *         "tags": [],
                     *         "status": "published",
                     *         "accessLevel": "public",
                     *         "author": null,
                     *         "featuredImage": null,
                     *         "aiIndexed": true,
                     *         "collectionId": null,
                     *         "sortOrder": 0,
                     *         "publishedAt": "2026-01-15T09:30:00.000Z",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "content": null,
                     *         "customFields": {}
                     *       },
                     *       "access": {
                     *         "level": "public",
                     *         "requiredSubscriptions": [],
                     *         "userHasAccess": true,
                     *         "userSubscriptions": []
                     *       },
                     *       "user": {
                     *         "uid": null,
                     *         "membershipTier": "free",
                     *         "subscriptions": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description A content item. 404 for an unknown id; 401 or 403 if the viewer cannot read it. */
                        data: components["schemas"]["CreateContentContentItem"];
                        /** @description Result of the access check of an item that the viewer can read. */
                        access: components["schemas"]["ContentAccess"];
                        /** @description The viewer: the user of this request and what they can read. */
                        user: components["schemas"]["Viewer"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key or the identity token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key or the user is not allowed to do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "The right tyre pressure",
                 *       "sortOrder": 1
                 *     }
                 */
                "application/json": components["schemas"]["UpdateContentInput"];
            };
        };
        responses: {
            /** @description A structured content item. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000013",
                     *         "revision": 5,
                     *         "externalId": "saddle-height",
                     *         "type": "article",
                     *         "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *         "title": "The right tyre pressure",
                     *         "excerpt": null,
                     *         "slug": "saddle-height",
                     *         "language": "en",
                     *         "categories": [],
                     *         "tags": [],
                     *         "status": "published",
                     *         "accessLevel": "public",
                     *         "author": null,
                     *         "featuredImage": null,
                     *         "aiIndexed": true,
                     *         "collectionId": null,
                     *         "sortOrder": 1,
                     *         "publishedAt": "2026-01-15T09:30:00.000Z",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "content": null,
                     *         "customFields": {}
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Updates a content item. Omitted fields keep their value; null clears. */
                        data: components["schemas"]["CreateContentContentItem"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Updates a content item. Omitted fields keep their value; null clears. */
                        data: components["schemas"]["ContentItemIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    DeleteContent: {
        parameters: {
            query?: {
                /** @description Whether the item and its versions are removed for good, instead of going to the trash. */
                permanently?: boolean;
            };
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Result of a deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000013",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Deletes a content item and removes it from search immediately. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetContentDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes of a content item that are not live yet. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000013",
                     *         "revision": 1,
                     *         "itemRevision": 4,
                     *         "values": {
                     *           "title": "Tyre pressure, measured"
                     *         },
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "writtenBy": {
                     *           "kind": "key",
                     *           "id": "0198c0de-0000-7000-8000-000000000036",
                     *           "name": "test"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Changes of a content item that are not live yet. Requires the scope `preview`. 404 if there are none that the viewer can read; otherwise errors as for `content`. */
                        data: components["schemas"]["ContentDraft"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            /** @description The API key or the identity token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key or the user is not allowed to do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    SaveContentDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Tyre pressure, measured"
                 *     }
                 */
                "application/json": components["schemas"]["ContentDraftInput"];
            };
        };
        responses: {
            /** @description Changes of a content item that are not live yet. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000013",
                     *         "revision": 1,
                     *         "itemRevision": 4,
                     *         "values": {
                     *           "title": "Tyre pressure, measured"
                     *         },
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "writtenBy": {
                     *           "kind": "key",
                     *           "id": "0198c0de-0000-7000-8000-000000000036",
                     *           "name": "test"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Saves changes of a content item as its draft, beside what is live; an item has one draft. Omitted fields keep their value, null clears. Values are checked as by `UpdateContent`, but required fields may be empty until the draft is published. The slug, externalId, language, status, collection and position are not part of a draft. Requires the scope `preview` too. */
                        data: components["schemas"]["ContentDraft"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Saves changes of a content item as its draft, beside what is live; an item has one draft. Omitted fields keep their value, null clears. Values are checked as by `UpdateContent`, but required fields may be empty until the draft is published. The slug, externalId, language, status, collection and position are not part of a draft. Requires the scope `preview` too. */
                        data: components["schemas"]["ContentDraftIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    DiscardContentDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Result of a deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000010",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Removes the draft of a content item for good; what is live stays. 404 without a draft. Requires the scope `preview` too. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    PublishContentDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        /** @description What the draft may be written over. Default: the item as the draft was begun from it. */
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["PublishContentDraftInput"];
            };
        };
        responses: {
            /** @description A structured content item. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000013",
                     *         "revision": 3,
                     *         "externalId": "saddle-height",
                     *         "type": "article",
                     *         "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *         "title": "Tyre pressure, measured",
                     *         "excerpt": null,
                     *         "slug": "saddle-height",
                     *         "language": "en",
                     *         "categories": [],
                     *         "tags": [
                     *           "saddle"
                     *         ],
                     *         "status": "published",
                     *         "accessLevel": "public",
                     *         "author": null,
                     *         "featuredImage": null,
                     *         "aiIndexed": true,
                     *         "collectionId": null,
                     *         "sortOrder": 0,
                     *         "publishedAt": "2026-01-15T09:30:00.000Z",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "content": null,
                     *         "customFields": {}
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Makes the draft of a content item live, as one update, and publishes the item if it is not. 412, with the current `revision` of the item, if that was changed since the draft was begun; 404 without a draft; otherwise errors as for `UpdateContent`. Requires the scope `preview` too. */
                        data: components["schemas"]["CreateContentContentItem"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Makes the draft of a content item live, as one update, and publishes the item if it is not. 412, with the current `revision` of the item, if that was changed since the draft was begun; 404 without a draft; otherwise errors as for `UpdateContent`. Requires the scope `preview` too. */
                        data: components["schemas"]["ContentItemIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ScheduleContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The times. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "publishAt": "2030-01-07T08:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["ScheduleContentInput"];
            };
        };
        responses: {
            /** @description When a content item is published and unpublished. With an API key without the scope `read`: only `_id`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000013",
                     *         "publishAt": "2030-01-07T08:00:00.000Z",
                     *         "unpublishAt": null,
                     *         "scheduledBy": {
                     *           "kind": "key",
                     *           "id": "0198c0de-0000-7000-8000-000000000036",
                     *           "name": "test"
                     *         },
                     *         "failedReason": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Schedules when a content item is published and when it becomes a draft again, at most 5 s late, or cancels that. 400 for a time that is past, more than 5 years ahead or in the wrong order, and above 10,000 scheduled changes of a site. */
                        data: components["schemas"]["ContentSchedule"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Schedules when a content item is published and when it becomes a draft again, at most 5 s late, or cancels that. 400 for a time that is past, more than 5 years ahead or in the wrong order, and above 10,000 scheduled changes of a site. */
                        data: components["schemas"]["ContentScheduleIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListTranslations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Whether content items are read as their drafts have them. Requires the scope `preview`. */
                "X-Svc-Preview"?: components["parameters"]["Preview"];
                /** @description A preview token of the site, which shows drafts and unpublished items instead of the scope `preview`. */
                "X-Svc-Preview-Token"?: components["parameters"]["PreviewToken"];
            };
            path: {
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A content item. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": []
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The translations of the item that the viewer can read, without the item itself, by language. At most 50, 3 levels deep. */
                        data: components["schemas"]["ListTranslationsContentItem"][];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            /** @description The API key or the identity token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key or the user is not allowed to do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListContentVersions: {
        parameters: {
            query?: {
                /** @description Page size, at least 1; clamped to the maximum of the list. */
                limit?: number;
                /** @description How many items to skip, at least 0. Cannot be combined with `after`. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Former versions of a content item, latest first, without the current one. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "revision": 3,
                     *           "writtenAt": "2026-01-15T09:30:00.000Z",
                     *           "writtenBy": {
                     *             "kind": "key",
                     *             "id": "0198c0de-0000-7000-8000-000000000036",
                     *             "name": "test"
                     *           },
                     *           "changedAfter": [
                     *             "tags",
                     *             "title"
                     *           ]
                     *         },
                     *         {
                     *           "revision": 2,
                     *           "writtenAt": "2026-01-15T09:30:00.000Z",
                     *           "writtenBy": {
                     *             "kind": "key",
                     *             "id": "0198c0de-0000-7000-8000-000000000036",
                     *             "name": "test"
                     *           },
                     *           "changedAfter": [
                     *             "title"
                     *           ]
                     *         },
                     *         {
                     *           "revision": 1,
                     *           "writtenAt": "2026-01-15T09:30:00.000Z",
                     *           "writtenBy": {
                     *             "kind": "key",
                     *             "id": "0198c0de-0000-7000-8000-000000000036",
                     *             "name": "test"
                     *           },
                     *           "changedAfter": [
                     *             "publishedAt",
                     *             "status",
                     *             "tags"
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "total": 3,
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The items of this page, in the requested order. */
                        data: components["schemas"]["ContentVersionSummary"][];
                        /** @description The same values as one object. */
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetContentVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the item. */
                id: string;
                /**
                 * @description Revision of the item; null is the current one.
                 * @example 1
                 */
                revision: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A version of a content item, the current one included. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "revision": 1,
                     *         "writtenAt": "2026-01-15T09:30:00.000Z",
                     *         "writtenBy": {
                     *           "kind": "key",
                     *           "id": "0198c0de-0000-7000-8000-000000000036",
                     *           "name": "test"
                     *         },
                     *         "values": {
                     *           "url": null,
                     *           "slug": "saddle-height",
                     *           "tags": [],
                     *           "type": "article",
                     *           "title": "Saddle height",
                     *           "author": null,
                     *           "status": "draft",
                     *           "content": null,
                     *           "excerpt": null,
                     *           "language": "en",
                     *           "metadata": null,
                     *           "aiIndexed": true,
                     *           "categories": [],
                     *           "sortOrder": 0,
                     *           "externalId": "saddle-height",
                     *           "accessLevel": "public",
                     *           "publishedAt": null,
                     *           "collectionId": null,
                     *           "customFields": {},
                     *           "featuredImage": null,
                     *           "translationOf": null,
                     *           "videoMetadata": null,
                     *           "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *           "courseMetadata": null,
                     *           "documentMetadata": null,
                     *           "requiredSubscriptions": []
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description A version of a content item, the current one included. Requires the scope `preview`. 404 for a revision that is not kept, or in which no content changed; otherwise errors as for `content`, by the access level of the version as well. */
                        data: components["schemas"]["ContentVersion"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    RestoreContentVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the item. */
                id: string;
                /**
                 * @description Revision of the version.
                 * @example 1
                 */
                revision: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A structured content item. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000013",
                     *         "revision": 4,
                     *         "externalId": "saddle-height",
                     *         "type": "article",
                     *         "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *         "title": "Saddle height",
                     *         "excerpt": null,
                     *         "slug": "saddle-height",
                     *         "language": "en",
                     *         "categories": [],
                     *         "tags": [],
                     *         "status": "published",
                     *         "accessLevel": "public",
                     *         "author": null,
                     *         "featuredImage": null,
                     *         "aiIndexed": true,
                     *         "collectionId": null,
                     *         "sortOrder": 0,
                     *         "publishedAt": "2026-01-15T09:30:00.000Z",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "content": null,
                     *         "customFields": {}
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Writes the values of a former version as a new one. The item keeps its externalId, slug, language, status, collection and position. 404 for a revision that is not kept; 400 if the values do not fit the content type any more. */
                        data: components["schemas"]["CreateContentContentItem"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Writes the values of a former version as a new one. The item keeps its externalId, slug, language, status, collection and position. 404 for a revision that is not kept; 400 if the values do not fit the content type any more. */
                        data: components["schemas"]["ContentItemIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateContents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "externalId": "saddle-height",
                 *           "changes": {
                 *             "tags": [
                 *               "saddle"
                 *             ],
                 *             "status": "published"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateContentsInput"];
            };
        };
        responses: {
            /** @description What became of one of several content items: the item, or an error. With an API key without the scope `read`: only `_id`, `error`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000013",
                     *           "item": {
                     *             "_id": "0198c0de-0000-7000-8000-000000000013",
                     *             "revision": 2,
                     *             "externalId": "saddle-height",
                     *             "type": "article",
                     *             "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *             "title": "Saddle height",
                     *             "excerpt": null,
                     *             "slug": "saddle-height",
                     *             "language": "en",
                     *             "categories": [],
                     *             "tags": [
                     *               "saddle"
                     *             ],
                     *             "status": "published",
                     *             "accessLevel": "public",
                     *             "author": null,
                     *             "featuredImage": null,
                     *             "aiIndexed": true,
                     *             "collectionId": null,
                     *             "sortOrder": 0,
                     *             "publishedAt": "2026-01-15T09:30:00.000Z",
                     *             "createdAt": "2026-01-15T09:30:00.000Z",
                     *             "updatedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           "error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Changes up to 100 content items, each as by UpdateContent, and returns an outcome for each, in the same order. 400 without items or with more than 100. */
                        data: components["schemas"]["ContentOutcome"][];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Changes up to 100 content items, each as by UpdateContent, and returns an outcome for each, in the same order. 400 without items or with more than 100. */
                        data: components["schemas"]["ContentOutcomeIdentity"][];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The request body or the file is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreateContents: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new items. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "type": "article",
                 *           "externalId": "saddle-height",
                 *           "title": "Saddle height"
                 *         },
                 *         {
                 *           "type": "article",
                 *           "externalId": "chain-wear",
                 *           "title": "Chain wear"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateContentsInput"];
            };
        };
        responses: {
            /** @description What became of one of several content items: the item, or an error. With an API key without the scope `read`: only `_id`, `error`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000013",
                     *           "item": {
                     *             "_id": "0198c0de-0000-7000-8000-000000000013",
                     *             "revision": 1,
                     *             "externalId": "saddle-height",
                     *             "type": "article",
                     *             "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *             "title": "Saddle height",
                     *             "excerpt": null,
                     *             "slug": "saddle-height",
                     *             "language": "en",
                     *             "categories": [],
                     *             "tags": [],
                     *             "status": "draft",
                     *             "accessLevel": "public",
                     *             "author": null,
                     *             "featuredImage": null,
                     *             "aiIndexed": true,
                     *             "collectionId": null,
                     *             "sortOrder": 0,
                     *             "publishedAt": null,
                     *             "createdAt": "2026-01-15T09:30:00.000Z",
                     *             "updatedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           "error": null
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000014",
                     *           "item": {
                     *             "_id": "0198c0de-0000-7000-8000-000000000014",
                     *             "revision": 1,
                     *             "externalId": "chain-wear",
                     *             "type": "article",
                     *             "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *             "title": "Chain wear",
                     *             "excerpt": null,
                     *             "slug": "chain-wear",
                     *             "language": "en",
                     *             "categories": [],
                     *             "tags": [],
                     *             "status": "draft",
                     *             "accessLevel": "public",
                     *             "author": null,
                     *             "featuredImage": null,
                     *             "aiIndexed": true,
                     *             "collectionId": null,
                     *             "sortOrder": 0,
                     *             "publishedAt": null,
                     *             "createdAt": "2026-01-15T09:30:00.000Z",
                     *             "updatedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           "error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Creates up to 100 content items, each as by CreateContent, and returns an outcome for each, in the same order. 400 without items or with more than 100. */
                        data: components["schemas"]["ContentOutcome"][];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Creates up to 100 content items, each as by CreateContent, and returns an outcome for each, in the same order. 400 without items or with more than 100. */
                        data: components["schemas"]["ContentOutcomeIdentity"][];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            /** @description The request body or the file is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    PutContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The externalId of the item.
                 * @example tyre-pressure
                 */
                externalId: string;
            };
            cookie?: never;
        };
        /** @description The whole item. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "article",
                 *       "title": "Tyre pressure",
                 *       "status": "published"
                 *     }
                 */
                "application/json": components["schemas"]["PutContentInput"];
            };
        };
        responses: {
            /** @description A structured content item. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000010",
                     *         "revision": 2,
                     *         "externalId": "tyre-pressure",
                     *         "type": "article",
                     *         "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *         "title": "Tyre pressure",
                     *         "excerpt": null,
                     *         "slug": "tyre-pressure",
                     *         "language": "en",
                     *         "categories": [],
                     *         "tags": [],
                     *         "status": "published",
                     *         "accessLevel": "public",
                     *         "author": null,
                     *         "featuredImage": null,
                     *         "aiIndexed": true,
                     *         "collectionId": null,
                     *         "sortOrder": 0,
                     *         "publishedAt": "2026-01-15T09:30:00.000Z",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "content": null,
                     *         "customFields": {}
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Creates the item with this externalId or replaces it: what the input omits gets its default. The type of an item cannot change. Repeating it changes nothing. */
                        data: components["schemas"]["CreateContentContentItem"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Creates the item with this externalId or replaces it: what the input omits gets its default. The type of an item cannot change. Repeating it changes nothing. */
                        data: components["schemas"]["ContentItemIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetContentBySlug: {
        parameters: {
            query?: {
                /** @description Language code. With `expand`, references are replaced by their translations as well. */
                language?: string;
                /** @description Further languages, at most 10, tried in this order if no item has `language`. */
                fallback?: string[];
                /** @description Whether ids in reference fields are replaced by the items, up to 3 levels deep, and ids of files by objects with their `url`. */
                expand?: boolean;
            };
            header?: {
                /** @description Whether content items are read as their drafts have them. Requires the scope `preview`. */
                "X-Svc-Preview"?: components["parameters"]["Preview"];
                /** @description A preview token of the site, which shows drafts and unpublished items instead of the scope `preview`. */
                "X-Svc-Preview-Token"?: components["parameters"]["PreviewToken"];
            };
            path: {
                /**
                 * @description Slug of the content type.
                 * @example article
                 */
                type: string;
                /**
                 * @description Slug of the item.
                 * @example tyre-pressure
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A content item by its slug or, with `language`, by the slug that it has in any language. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000010",
                     *         "revision": 1,
                     *         "externalId": "tyre-pressure",
                     *         "type": "article",
                     *         "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *         "title": "Tyre pressure",
                     *         "excerpt": "How much air a tyre needs.",
                     *         "slug": "tyre-pressure",
                     *         "language": "en",
                     *         "categories": [],
                     *         "tags": [
                     *           "tyres"
                     *         ],
                     *         "status": "published",
                     *         "accessLevel": "public",
                     *         "author": null,
                     *         "featuredImage": null,
                     *         "aiIndexed": true,
                     *         "collectionId": null,
                     *         "sortOrder": 0,
                     *         "publishedAt": "2026-01-15T09:30:00.000Z",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "content": "A 28 inch touring tyre rolls well at four bar.",
                     *         "customFields": {}
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description A content item by its slug or, with `language`, by the slug that it has in any language. 404 for an unknown type or slug, and if it has none of the languages; 401 or 403 if the viewer cannot read it, also where it could read the item in another language. */
                        data: components["schemas"]["CreateContentContentItem"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key or the identity token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key or the user is not allowed to do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListContentChanges: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous call. 400, which means to begin again without it, if it is older than 90 days, of another site, of a database before a restore, or of a caller with other rights. */
                since?: string;
                /** @description Maximum number of changes, at least 1; clamped to 500. */
                limit?: number;
                /** @description Seconds to wait for a change if there is none, at least 0; clamped to 20. At most 20 calls of a site wait on an instance at a time: 429. */
                wait?: number;
                /** @description Included when true. */
                items?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Content items that have changed since a cursor, each with its latest change, in the order of the changes and without gaps: a consumer that follows the cursors has a copy of what it can read. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000010",
                     *           "type": "article",
                     *           "change": "created",
                     *           "revision": 1,
                     *           "changedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000013",
                     *           "type": "article",
                     *           "change": "created",
                     *           "revision": 1,
                     *           "changedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000014",
                     *           "type": "article",
                     *           "change": "created",
                     *           "revision": 1,
                     *           "changedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "cursor": "opaque.signature",
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The changes, earliest first. May be fewer than `limit`, also none, although there are more. */
                        data: components["schemas"]["ChangedContent"][];
                        /** @description Cursor for `since` of the next call, also of an empty page. Opaque. */
                        cursor: string;
                        /** @description Whether there are more changes now. */
                        hasMore: boolean;
                    };
                    /**
                     * @example id: opaque.signature
                     *     event: changes
                     *     data: {"success":true,"data":[{"_id":"0198c0de-0000-7000-8000-000000000035","type":"article","change":"deleted","revision":null,"changedAt":"2026-01-15T09:30:00.000Z"},{"_id":"0198c0de-0000-7000-8000-000000000010","type":"article","change":"created","revision":1,"changedAt":"2026-01-15T09:30:00.000Z"},{"_id":"0198c0de-0000-7000-8000-000000000013","type":"article","change":"created","revision":1,"changedAt":"2026-01-15T09:30:00.000Z"},{"_id":"0198c0de-0000-7000-8000-000000000014","type":"article","change":"created","revision":1,"changedAt":"2026-01-15T09:30:00.000Z"}],"cursor":"opaque.signature","hasMore":false}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListScheduledContent: {
        parameters: {
            query?: {
                /** @description Start of the period (inclusive). Default: any time. */
                from?: string;
                /** @description End of the period (exclusive). Default: any time. */
                to?: string;
                /** @description Page size, at least 1; clamped to the maximum of the list. */
                limit?: number;
                /** @description How many items to skip, at least 0. Cannot be combined with `after`. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is scheduled for the content items that the viewer can read, and what could not be done, in the order of time. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [],
                     *       "pagination": {
                     *         "total": 0,
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The items of this page, in the requested order. */
                        data: components["schemas"]["ScheduledContent"][];
                        /** @description The same values as one object. */
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListTrashedContent: {
        parameters: {
            query?: {
                /** @description Slug of a content type. Default: all types. */
                type?: string;
                /** @description Page size, at least 1; clamped to the maximum of the list. */
                limit?: number;
                /** @description How many items to skip, at least 0. Cannot be combined with `after`. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Content items in the trash that the viewer could read, deleted last first. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000035",
                     *           "type": "article",
                     *           "title": "In the trash",
                     *           "language": "en",
                     *           "deletedAt": "2026-01-15T09:30:00.000Z",
                     *           "deletedBy": {
                     *             "kind": "key",
                     *             "id": "0198c0de-0000-7000-8000-000000000036",
                     *             "name": "test"
                     *           },
                     *           "expiresAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "total": 1,
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The items of this page, in the requested order. */
                        data: components["schemas"]["TrashedContent"][];
                        /** @description The same values as one object. */
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    DeleteTrashedContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Result of a deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000013",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Removes an item from the trash for good, with its versions. 404 if it is not there. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    RestoreContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A structured content item. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000035",
                     *         "revision": 2,
                     *         "externalId": "trashed-1",
                     *         "type": "article",
                     *         "contentTypeId": "0198c0de-0000-7000-8000-000000000011",
                     *         "title": "In the trash",
                     *         "excerpt": null,
                     *         "slug": "in-the-trash",
                     *         "language": "en",
                     *         "categories": [],
                     *         "tags": [],
                     *         "status": "draft",
                     *         "accessLevel": "public",
                     *         "author": null,
                     *         "featuredImage": null,
                     *         "aiIndexed": true,
                     *         "collectionId": null,
                     *         "sortOrder": 0,
                     *         "publishedAt": null,
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "content": null,
                     *         "customFields": {}
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Takes an item out of the trash, with its id, its versions, the references to it and its place in the index. Its slug gets a number if it is used by now; a collection, content type or file that was deleted meanwhile does not come back. 404 if it is not in the trash; 409 if another item has its externalId, or is the translation in its language. */
                        data: components["schemas"]["CreateContentContentItem"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Takes an item out of the trash, with its id, its versions, the references to it and its place in the index. Its slug gets a number if it is used by now; a collection, content type or file that was deleted meanwhile does not come back. 404 if it is not in the trash; 409 if another item has its externalId, or is the translation in its language. */
                        data: components["schemas"]["ContentItemIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    SubmitForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The submitted form. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "formName": "Repair",
                 *       "formId": "repair",
                 *       "fields": {
                 *         "name": "Ada Lovelace",
                 *         "email": "ada@example.org",
                 *         "message": "The rear brake squeals."
                 *       },
                 *       "pageUrl": "https://example.org/repair"
                 *     }
                 */
                "application/json": components["schemas"]["SubmitFormInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        /** @description Sends a submitted form by email to the recipients of the site. Returns true when the mail server has accepted the email. 400 for invalid input, 403 if form email is not enabled, 500 if the email cannot be sent. A key with scope read can use it. */
                        success: boolean;
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorOnly"];
                };
            };
            /** @description The API key or the identity token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorOnly"];
                };
            };
            /** @description The API key or the user is not allowed to do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorOnly"];
                };
            };
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorOnly"];
                };
            };
            /** @description The request body or the file is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorOnly"];
                };
            };
            /** @description The Content-Type of the body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorOnly"];
                };
            };
            /** @description Rate limit exceeded. `Retry-After` has the seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorOnly"];
                };
            };
            /** @description Internal error of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorOnly"];
                };
            };
            /** @description The service or one of its dependencies is unavailable. `Retry-After` has the seconds to wait. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorOnly"];
                };
            };
        };
    };
    ListKnowledgeDocuments: {
        parameters: {
            query?: {
                /** @description Page size, at least 1; clamped to the maximum of the list. */
                limit?: number;
                /** @description How many items to skip, at least 0. Cannot be combined with `after`. */
                offset?: number;
                /** @description Content type of the documents. */
                contentType?: string;
                /** @description Exact tag. */
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Knowledge documents, newest first. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "documents": [
                     *           {
                     *             "id": "0198c0de-0000-7000-8000-000000000015",
                     *             "revision": 1,
                     *             "title": "Tyre pressure",
                     *             "contentType": "document",
                     *             "metadata": {},
                     *             "tags": [
                     *               "tyres"
                     *             ],
                     *             "accessLevel": "public",
                     *             "status": "completed",
                     *             "createdAt": "2026-01-15T09:30:00.000Z",
                     *             "updatedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           {
                     *             "id": "0198c0de-0000-7000-8000-000000000004",
                     *             "revision": 1,
                     *             "title": "Torque table",
                     *             "contentType": "document",
                     *             "metadata": {
                     *               "revision": 3
                     *             },
                     *             "tags": [
                     *               "handbook",
                     *               "reference"
                     *             ],
                     *             "accessLevel": "public",
                     *             "status": "completed",
                     *             "createdAt": "2026-01-15T09:30:00.000Z",
                     *             "updatedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           {
                     *             "id": "0198c0de-0000-7000-8000-000000000021",
                     *             "revision": 1,
                     *             "title": "Workshop handbook",
                     *             "contentType": "document",
                     *             "metadata": {},
                     *             "tags": [
                     *               "handbook"
                     *             ],
                     *             "accessLevel": "public",
                     *             "status": "completed",
                     *             "createdAt": "2026-01-15T09:30:00.000Z",
                     *             "updatedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "total": 3,
                     *         "limit": 20,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Knowledge documents, newest first. Page size: default 20, maximum 100. */
                        data: components["schemas"]["KnowledgeDocumentPage"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreateKnowledgeDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new document. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Tyre pressure",
                 *       "content": "A 28 inch touring tyre rolls well at four bar.",
                 *       "tags": [
                 *         "tyres"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateKnowledgeDocumentInput"];
            };
        };
        responses: {
            /** @description A text document in the knowledge base. With an API key without the scope `read`: only `id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000015",
                     *         "revision": 1,
                     *         "title": "Tyre pressure",
                     *         "contentType": "document",
                     *         "metadata": {},
                     *         "tags": [
                     *           "tyres"
                     *         ],
                     *         "accessLevel": "public",
                     *         "status": "queued",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "content": "A 28 inch touring tyre rolls well at four bar."
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Creates a document. Durable: after the response the document is indexed even if the service crashes. */
                        data: components["schemas"]["CreateKnowledgeDocumentKnowledgeDocument"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Creates a document. Durable: after the response the document is indexed even if the service crashes. */
                        data: components["schemas"]["KnowledgeDocumentIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            /** @description The request body or the file is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetKnowledgeDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A knowledge document. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000015",
                     *         "revision": 1,
                     *         "title": "Tyre pressure",
                     *         "contentType": "document",
                     *         "metadata": {},
                     *         "tags": [
                     *           "tyres"
                     *         ],
                     *         "accessLevel": "public",
                     *         "status": "completed",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "content": "A 28 inch touring tyre rolls well at four bar."
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description A knowledge document. 404 for an unknown id; 401 or 403 if the viewer cannot read it. */
                        data: components["schemas"]["CreateKnowledgeDocumentKnowledgeDocument"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            /** @description The API key or the identity token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key or the user is not allowed to do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateKnowledgeDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the document. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tags": [
                 *         "tyres",
                 *         "pressure"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateKnowledgeDocumentInput"];
            };
        };
        responses: {
            /** @description A text document in the knowledge base. With an API key without the scope `read`: only `id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000015",
                     *         "revision": 2,
                     *         "title": "Tyre pressure",
                     *         "contentType": "document",
                     *         "metadata": {},
                     *         "tags": [
                     *           "tyres",
                     *           "pressure"
                     *         ],
                     *         "accessLevel": "public",
                     *         "status": "queued",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "content": "A 28 inch touring tyre rolls well at four bar."
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Updates a document and indexes it again. During this, searches find either the old or the new text. */
                        data: components["schemas"]["CreateKnowledgeDocumentKnowledgeDocument"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Updates a document and indexes it again. During this, searches find either the old or the new text. */
                        data: components["schemas"]["KnowledgeDocumentIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            /** @description The request body or the file is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    DeleteKnowledgeDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Result of a deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000015",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Deletes a document and removes it from search immediately. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ProcessFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file and who can read its text. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fileKey": "0198c0de-0000-7000-8000-000000000008/0198c0de-0000-7000-8000-000000000009-pedals.md",
                 *       "fileName": "pedals.md"
                 *     }
                 */
                "application/json": components["schemas"]["ProcessFileInput"];
            };
        };
        responses: {
            /** @description A job that extracts the text of an uploaded file and adds it to the knowledge base. With an API key without the scope `read`: only `jobId`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "jobId": "0198c0de-0000-7000-8000-000000000016",
                     *         "status": "processing",
                     *         "fileName": "pedals.md"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Adds an uploaded file to the knowledge base. Durable: after the response the file is processed even if the service crashes, and the job reports any error. A file that is already being processed keeps its job; a file that was processed before keeps its document. 404 if the file is not an upload of the site, 400 if its format is not supported. */
                        data: components["schemas"]["FileProcessingJob"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Adds an uploaded file to the knowledge base. Durable: after the response the file is processed even if the service crashes, and the job reports any error. A file that is already being processed keeps its job; a file that was processed before keeps its document. 404 if the file is not an upload of the site, 400 if its format is not supported. */
                        data: components["schemas"]["FileProcessingJobIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetFileJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the job.
                 * @example 0198c0de-0000-7000-8000-000000000016
                 */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file processing job. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "jobId": "0198c0de-0000-7000-8000-000000000016",
                     *         "status": "completed",
                     *         "fileName": "pedals.md",
                     *         "chunks": 1,
                     *         "documentId": "0198c0de-0000-7000-8000-000000000023"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description A file processing job. 404 for an unknown id; 401 or 403 if the viewer cannot read the file. */
                        data: components["schemas"]["GetFileJobFileProcessingJob"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            /** @description The API key or the identity token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key or the user is not allowed to do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListVideoJobs: {
        parameters: {
            query?: {
                /** @description Status. Omitted: any status. */
                status?: components["schemas"]["VideoJobStatus"];
                /** @description Page size, at least 1; clamped to the maximum of the list. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Jobs of videos that the viewer can read, newest first. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "jobId": "0198c0de-0000-7000-8000-000000000017",
                     *           "fileName": "mend-a-puncture.mp4",
                     *           "status": "queued",
                     *           "progress": 0,
                     *           "stage": "Waiting to start",
                     *           "createdAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The items of this page, in the requested order. */
                        data: components["schemas"]["VideoJob"][];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    AddVideo: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The video, its analysis, and who can read it. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "videoUrl": "https://example.org/mend-a-puncture.mp4",
                 *       "fileName": "mend-a-puncture.mp4"
                 *     }
                 */
                "application/json": components["schemas"]["AddVideoInput"];
            };
        };
        responses: {
            /** @description A job that cuts a video into segments, analyses and transcribes them, and adds them to the knowledge base. With an API key without the scope `read`: only `jobId`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "jobId": "0198c0de-0000-7000-8000-000000000017",
                     *         "status": "queued",
                     *         "stage": "Waiting to start",
                     *         "message": "The video is queued for processing"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Adds a video to the knowledge base. Durable: after the response the video is processed even if the service crashes, and the job reports any error. A video that is already being processed keeps its job, with the analysis it was started with; a video that was processed before is processed again. 400 if the URL cannot be called or `videoId` is not an uploaded video of the site, 409 if `videoUrl` and `videoId` belong to different videos. */
                        data: components["schemas"]["AddVideoVideoJob"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Adds a video to the knowledge base. Durable: after the response the video is processed even if the service crashes, and the job reports any error. A video that is already being processed keeps its job, with the analysis it was started with; a video that was processed before is processed again. 400 if the URL cannot be called or `videoId` is not an uploaded video of the site, 409 if `videoUrl` and `videoId` belong to different videos. */
                        data: components["schemas"]["VideoJobIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetVideoJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A video processing job. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "jobId": "0198c0de-0000-7000-8000-000000000017",
                     *         "fileName": "mend-a-puncture.mp4",
                     *         "status": "queued",
                     *         "progress": 0,
                     *         "stage": "Waiting to start",
                     *         "createdAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description A video processing job. 404 for an unknown id; 401 or 403 if the viewer cannot read the video. */
                        data: components["schemas"]["VideoJob"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            /** @description The API key or the identity token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key or the user is not allowed to do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListPersonas: {
        parameters: {
            query?: {
                /** @description Status. Omitted: any status. */
                status?: components["schemas"]["PersonaStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Personas, oldest first. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000018",
                     *           "revision": 1,
                     *           "name": "Mechanic",
                     *           "slug": "mechanic",
                     *           "systemPrompt": "You are a patient bicycle mechanic.",
                     *           "description": null,
                     *           "avatar": null,
                     *           "isDefault": false,
                     *           "appType": "general",
                     *           "capabilityTier": "smart",
                     *           "expertise": [],
                     *           "voice": {
                     *             "tone": "professional",
                     *             "verbosity": "balanced",
                     *             "formality": "neutral"
                     *           },
                     *           "behavior": {
                     *             "reasoningEffort": "medium",
                     *             "showCitations": true,
                     *             "proactiveEngagement": false,
                     *             "askClarifyingQuestions": false
                     *           },
                     *           "sdkResponseConfig": {
                     *             "citationStyle": "inline",
                     *             "responseFormat": "conversational",
                     *             "includeSourceMetadata": false
                     *           },
                     *           "welcomeMessage": null,
                     *           "suggestedQuestions": [],
                     *           "status": "active",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The items of this page, in the requested order. */
                        data: components["schemas"]["Persona"][];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreatePersona: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new persona. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Mechanic",
                 *       "slug": "mechanic",
                 *       "systemPrompt": "You are a patient bicycle mechanic."
                 *     }
                 */
                "application/json": components["schemas"]["CreatePersonaInput"];
            };
        };
        responses: {
            /** @description A persona: the role, voice and behaviour of the agent. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000018",
                     *         "revision": 1,
                     *         "name": "Mechanic",
                     *         "slug": "mechanic",
                     *         "systemPrompt": "You are a patient bicycle mechanic.",
                     *         "description": null,
                     *         "avatar": null,
                     *         "isDefault": false,
                     *         "appType": "general",
                     *         "capabilityTier": "smart",
                     *         "expertise": [],
                     *         "voice": {
                     *           "tone": "professional",
                     *           "verbosity": "balanced",
                     *           "formality": "neutral"
                     *         },
                     *         "behavior": {
                     *           "reasoningEffort": "medium",
                     *           "showCitations": true,
                     *           "proactiveEngagement": false,
                     *           "askClarifyingQuestions": false
                     *         },
                     *         "sdkResponseConfig": {
                     *           "citationStyle": "inline",
                     *           "responseFormat": "conversational",
                     *           "includeSourceMetadata": false
                     *         },
                     *         "welcomeMessage": null,
                     *         "suggestedQuestions": [],
                     *         "status": "active",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Creates a persona. 409 if the slug is already used. A new default persona replaces the previous default. */
                        data: components["schemas"]["Persona"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Creates a persona. 409 if the slug is already used. A new default persona replaces the previous default. */
                        data: components["schemas"]["PersonaIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetPersona: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id or slug of the persona.
                 * @example mechanic
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A persona. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000018",
                     *         "revision": 1,
                     *         "name": "Mechanic",
                     *         "slug": "mechanic",
                     *         "systemPrompt": "You are a patient bicycle mechanic.",
                     *         "description": null,
                     *         "avatar": null,
                     *         "isDefault": false,
                     *         "appType": "general",
                     *         "capabilityTier": "smart",
                     *         "expertise": [],
                     *         "voice": {
                     *           "tone": "professional",
                     *           "verbosity": "balanced",
                     *           "formality": "neutral"
                     *         },
                     *         "behavior": {
                     *           "reasoningEffort": "medium",
                     *           "showCitations": true,
                     *           "proactiveEngagement": false,
                     *           "askClarifyingQuestions": false
                     *         },
                     *         "sdkResponseConfig": {
                     *           "citationStyle": "inline",
                     *           "responseFormat": "conversational",
                     *           "includeSourceMetadata": false
                     *         },
                     *         "welcomeMessage": null,
                     *         "suggestedQuestions": [],
                     *         "status": "active",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description A persona. 404 for an unknown id or slug. */
                        data: components["schemas"]["Persona"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdatePersona: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id or slug of the persona.
                 * @example mechanic
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "voice": {
                 *         "tone": "friendly"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePersonaInput"];
            };
        };
        responses: {
            /** @description A persona: the role, voice and behaviour of the agent. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000018",
                     *         "revision": 2,
                     *         "name": "Mechanic",
                     *         "slug": "mechanic",
                     *         "systemPrompt": "You are a patient bicycle mechanic.",
                     *         "description": null,
                     *         "avatar": null,
                     *         "isDefault": false,
                     *         "appType": "general",
                     *         "capabilityTier": "smart",
                     *         "expertise": [],
                     *         "voice": {
                     *           "tone": "friendly",
                     *           "verbosity": "balanced",
                     *           "formality": "neutral"
                     *         },
                     *         "behavior": {
                     *           "reasoningEffort": "medium",
                     *           "showCitations": true,
                     *           "proactiveEngagement": false,
                     *           "askClarifyingQuestions": false
                     *         },
                     *         "sdkResponseConfig": {
                     *           "citationStyle": "inline",
                     *           "responseFormat": "conversational",
                     *           "includeSourceMetadata": false
                     *         },
                     *         "welcomeMessage": null,
                     *         "suggestedQuestions": [],
                     *         "status": "active",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Updates a persona. Omitted fields, nested ones as well, keep their value; null restores the default. 409 if the slug is already used. */
                        data: components["schemas"]["Persona"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Updates a persona. Omitted fields, nested ones as well, keep their value; null restores the default. 409 if the slug is already used. */
                        data: components["schemas"]["PersonaIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    DeletePersona: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id or slug of the persona.
                 * @example mechanic
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Result of a deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000018",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Deletes a persona. Its sessions are kept. 404 for an unknown id or slug. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListPersonaTemplates: {
        parameters: {
            query?: {
                /** @description Id of a template. */
                id?: string;
                /** @description Kind of application. */
                category?: string;
                /** @description Tags, one of which must match. */
                tags?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Templates for new personas. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "site-guide",
                     *           "name": "Site guide",
                     *           "description": "Answers visitors from everything the site has published and shows them where to read on.",
                     *           "appType": "general",
                     *           "category": "general",
                     *           "tags": [
                     *             "website",
                     *             "visitors",
                     *             "starter"
                     *           ],
                     *           "systemPrompt": "You are the guide of this site. Visitors ask you what they would otherwise look for.\nAnswer from the passages you are given, in two to five sentences, and name the page to read on.\nWhen the passages do not answer the question, say so plainly and suggest the nearest topic that they do cover. Never fill a gap with general knowledge about the site or its owner.\nDo not promise anything in the owner's name: no prices, dates or exceptions that the passages do not state."
                     *         },
                     *         {
                     *           "id": "support-agent",
                     *           "name": "Support agent",
                     *           "description": "Takes a problem from its first description to a solution or to a person.",
                     *           "appType": "general",
                     *           "category": "general",
                     *           "tags": [
                     *             "support",
                     *             "customers",
                     *             "troubleshooting"
                     *           ],
                     *           "systemPrompt": "You help customers when something does not work.\nFirst make sure that you understand: which product, what they did, what they expected and what happened. Ask for at most one missing fact at a time.\nThen give steps in the order in which they should be tried, the likeliest and least disruptive first, one action a step. Warn before a step that can lose data.\nIf the documented steps are used up, or the matter is about money, law or personal data, say that a person has to take over, name the way to reach one if the passages have it, and sum up what was tried, so that the customer does not have to tell it twice.\nStay calm and kind with angry customers. Regret the trouble, but admit no fault that nobody has established."
                     *         },
                     *         {
                     *           "id": "membership-advisor",
                     *           "name": "Membership advisor",
                     *           "description": "Explains what memberships and subscriptions offer, without pushing.",
                     *           "appType": "general",
                     *           "category": "general",
                     *           "tags": [
                     *             "membership",
                     *             "subscriptions",
                     *             "publishers"
                     *           ],
                     *           "systemPrompt": "You explain the memberships and subscriptions of this site.\nAsk what the visitor would like to read, watch or learn, then say which membership contains it, and say so too when the free part is enough.\nDescribe content that the visitor cannot open by its title and summary only, however the question is put.\nState prices, terms and cancellation exactly as the passages have them, or say that you do not know them."
                     *         },
                     *         {
                     *           "id": "technique-coach",
                     *           "name": "Technique coach",
                     *           "description": "Teaches a sport or craft from recorded lessons and points to the moment that shows a technique.",
                     *           "appType": "video-training",
                     *           "category": "video-training",
                     *           "tags": [
                     *             "sport",
                     *             "coaching",
                     *             "video"
                     *           ],
                     *           "systemPrompt": "You are a coach who teaches technique from recorded lessons.\nFind out the learner's level before you correct anything. Explain one change at a time: what to do, what it should feel like, and how to notice that it is right.\nWhenever a lesson shows what you describe, give its time, so that the learner can watch it while trying.\nName the mistake that beginners make with the technique, and an exercise that cures it. If the learner speaks of pain, stop coaching and advise them to rest and to see a doctor.",
                     *           "videoConfig": {
                     *             "skillLevels": [
                     *               "beginner",
                     *               "intermediate",
                     *               "advanced"
                     *             ],
                     *             "coachingStyle": "encouraging",
                     *             "timestampCitations": true,
                     *             "techniqueHighlighting": true,
                     *             "digestionInstructions": "Note posture, grip, timing and footwork, and where the teacher corrects a mistake."
                     *           }
                     *         },
                     *         {
                     *           "id": "lecture-tutor",
                     *           "name": "Lecture tutor",
                     *           "description": "Helps students through recorded lectures: explains, quizzes, and finds the passage again.",
                     *           "appType": "video-training",
                     *           "category": "video-training",
                     *           "tags": [
                     *             "education",
                     *             "lectures",
                     *             "video"
                     *           ],
                     *           "systemPrompt": "You are the tutor of a course of recorded lectures.\nExplain a concept first in one sentence, then with an example that is not the lecturer's own. Refer to the minute in which the lecture treats it.\nWhen a student asks for the solution of an exercise, lead with questions until they take the next step themselves; give the whole solution only after two honest attempts.\nOn request, ask three to five questions about a lecture, from recall to application, and comment on each answer.",
                     *           "videoConfig": {
                     *             "skillLevels": [
                     *               "introductory",
                     *               "undergraduate",
                     *               "graduate"
                     *             ],
                     *             "coachingStyle": "analytical",
                     *             "timestampCitations": true,
                     *             "techniqueHighlighting": false,
                     *             "digestionInstructions": "Note definitions, theorems, worked examples, and the questions that the lecturer asks."
                     *           }
                     *         },
                     *         {
                     *           "id": "shop-assistant",
                     *           "name": "Shop assistant",
                     *           "description": "Finds the product that fits a need and compares what comes close.",
                     *           "appType": "product-catalog",
                     *           "category": "product-catalog",
                     *           "tags": [
                     *             "shop",
                     *             "products",
                     *             "sales"
                     *           ],
                     *           "systemPrompt": "You help visitors of a shop to find what fits their need.\nAsk about use, size, budget or taste only as far as the choice depends on it, then propose at most three products and say for each why it fits and what speaks against it.\nCompare by the qualities the visitor cares about, not by every line of the data sheet. Say so when a cheaper product is just as good.\nOnly speak of products, prices and stock that you were given. If nothing fits, say so.",
                     *           "catalogConfig": {
                     *             "comparisonBehavior": "detailed",
                     *             "pricingDisplay": "always",
                     *             "inventoryAwareness": true,
                     *             "upsellGuidelines": "Propose an accessory only when the product cannot be used without it."
                     *           }
                     *         },
                     *         {
                     *           "id": "technical-sales",
                     *           "name": "Technical sales engineer",
                     *           "description": "Advises professionals on parts and equipment where a wrong choice is expensive.",
                     *           "appType": "product-catalog",
                     *           "category": "product-catalog",
                     *           "tags": [
                     *             "b2b",
                     *             "engineering",
                     *             "products"
                     *           ],
                     *           "systemPrompt": "You advise professionals who choose parts and equipment.\nCollect the hard requirements first: dimensions, loads, standards, environment, quantity. Repeat them back before you propose anything.\nExclude products that miss a requirement and name the requirement. Put the remaining ones side by side in a table with units.\nDistinguish what the data sheet states from what follows from it. When a safety-relevant value is missing, refer to an engineer instead of estimating it.\nGive prices only when asked. When the passages have none, refer to the sales team for a quotation.",
                     *           "catalogConfig": {
                     *             "comparisonBehavior": "tabular",
                     *             "pricingDisplay": "on-request",
                     *             "inventoryAwareness": true,
                     *             "upsellGuidelines": "Point out mounting material and spare parts that the chosen product needs."
                     *           }
                     *         },
                     *         {
                     *           "id": "docs-assistant",
                     *           "name": "Documentation assistant",
                     *           "description": "Answers developers from the documentation, with code that is in it.",
                     *           "appType": "documentation",
                     *           "category": "documentation",
                     *           "tags": [
                     *             "developers",
                     *             "api",
                     *             "reference"
                     *           ],
                     *           "systemPrompt": "You answer developers from the documentation of this product.\nBegin with the answer or the code, then explain. Show the smallest example that works, in the programming language the developer uses, with only the names that the documentation has.\nSay which version a statement holds for when the passages tell. If two passages disagree, say so and cite both.\nIf the documentation does not cover the question, say that, and name the page closest to it. Never invent an option, endpoint or flag."
                     *         },
                     *         {
                     *           "id": "policy-desk",
                     *           "name": "Policy desk",
                     *           "description": "Explains handbooks, policies and procedures inside an organisation, to the letter.",
                     *           "appType": "documentation",
                     *           "category": "documentation",
                     *           "tags": [
                     *             "handbook",
                     *             "internal",
                     *             "compliance"
                     *           ],
                     *           "systemPrompt": "You explain the handbook, policies and procedures of this organisation to the people who work in it.\nGive the rule first, in the words of the document where wording matters, then what it means for the case at hand. Name the document and section every time.\nDistinguish what must be done from what is recommended. Mention deadlines, forms and the person in charge when the passages name them.\nDo not judge single cases, give legal advice, or guess at rules that are not written. In such cases name the office that decides."
                     *         },
                     *         {
                     *           "id": "blank-page",
                     *           "name": "Blank page",
                     *           "description": "A persona with nothing but good manners, to be filled with your own.",
                     *           "appType": "custom",
                     *           "category": "custom",
                     *           "tags": [
                     *             "starter",
                     *             "custom"
                     *           ],
                     *           "systemPrompt": "You are an assistant for the visitors of this site.\nAnswer from the passages you are given and say when they do not contain the answer.\nKeep to the subject of the site, be brief, and be honest about what you do not know."
                     *         }
                     *       ],
                     *       "count": 10,
                     *       "categories": [
                     *         "general",
                     *         "video-training",
                     *         "product-catalog",
                     *         "documentation",
                     *         "custom"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Matching templates. */
                        data: components["schemas"]["PersonaTemplate"][];
                        /** @description Number of matching templates. */
                        count: number;
                        /** @description All categories that have templates. */
                        categories: components["schemas"]["AppType"][];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreatePreviewToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What it shows, and how long. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "minutes": 30
                 *     }
                 */
                "application/json": components["schemas"]["CreatePreviewTokenInput"];
            };
        };
        responses: {
            /** @description A token that shows unpublished content for some time. With an API key without the scope `read`: only `_id`, `token`, `url`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000019",
                     *         "token": "svc_preview_token",
                     *         "itemId": null,
                     *         "url": null,
                     *         "expiresAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Creates a token for the header `X-Svc-Preview-Token`, beside any API key of the site: its caller reads drafts in the place of what is live, and unpublished items, of the site or of one item. It adds nothing to the access levels that the caller may read. It ends when the key or member that made it could not make it any more. 400 above 1,000 tokens of a site. Requires the scope `preview` too. */
                        data: components["schemas"]["PreviewToken"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Creates a token for the header `X-Svc-Preview-Token`, beside any API key of the site: its caller reads drafts in the place of what is live, and unpublished items, of the site or of one item. It adds nothing to the access levels that the caller may read. It ends when the key or member that made it could not make it any more. 400 above 1,000 tokens of a site. Requires the scope `preview` too. */
                        data: components["schemas"]["PreviewTokenIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    RevokePreviewToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the token.
                 * @example 0198c0de-0000-7000-8000-000000000019
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Result of a deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000019",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Ends a preview token at once. 404 if there is none. Requires the scope `preview` too. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListKnowledgeSources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sources in the knowledge base that the viewer can read, newest first, at most 1,000. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000037",
                     *           "fileName": "mend-a-puncture.mp4",
                     *           "fileType": "video",
                     *           "status": "queued",
                     *           "chunks": 0,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "processedAt": null
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000023",
                     *           "fileName": "pedals.md",
                     *           "fileType": "md",
                     *           "status": "completed",
                     *           "chunks": 1,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "processedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000015",
                     *           "fileName": "Tyre pressure",
                     *           "fileType": "document",
                     *           "status": "completed",
                     *           "chunks": 1,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "processedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000010",
                     *           "fileName": "Tyre pressure",
                     *           "fileType": "content",
                     *           "status": "completed",
                     *           "chunks": 1,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "processedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000004",
                     *           "fileName": "Torque table",
                     *           "fileType": "document",
                     *           "status": "completed",
                     *           "chunks": 1,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "processedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000021",
                     *           "fileName": "Workshop handbook",
                     *           "fileType": "document",
                     *           "status": "completed",
                     *           "chunks": 2,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "processedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Sources in the knowledge base that the viewer can read, newest first, at most 1,000. */
                        data: components["schemas"]["KnowledgeSource"][];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Search: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The search. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "how do I mend a puncture",
                 *       "maxResults": 3
                 *     }
                 */
                "application/json": components["schemas"]["SearchInput"];
            };
        };
        responses: {
            /** @description Searches the knowledge base for passages that the viewer can read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": "0198c0de-0000-7000-8000-000000000020",
                     *             "content": "Three loan bicycles are kept for customers whose service takes longer than a day. The deposit is fifty euros.",
                     *             "score": 0.001,
                     *             "rank": 1,
                     *             "source": "document",
                     *             "metadata": {
                     *               "fileName": "Workshop handbook",
                     *               "contentType": "document",
                     *               "title": "Workshop handbook",
                     *               "sourceId": "0198c0de-0000-7000-8000-000000000021",
                     *               "section": [
                     *                 "Workshop handbook",
                     *                 "Loan bicycles"
                     *               ]
                     *             }
                     *           },
                     *           {
                     *             "id": "0198c0de-0000-7000-8000-000000000022",
                     *             "content": "The left pedal has a left-hand thread.",
                     *             "score": 0.0008,
                     *             "rank": 2,
                     *             "source": "file",
                     *             "metadata": {
                     *               "fileName": "pedals.md",
                     *               "contentType": "file",
                     *               "title": "pedals",
                     *               "sourceId": "0198c0de-0000-7000-8000-000000000023",
                     *               "section": [
                     *                 "Pedals"
                     *               ],
                     *               "url": "http://127.0.0.1:4000/cdn/0198c0de-0000-7000-8000-000000000008/0198c0de-0000-7000-8000-000000000009-pedals.md"
                     *             }
                     *           },
                     *           {
                     *             "id": "0198c0de-0000-7000-8000-000000000024",
                     *             "content": "Opening hours\n\nTuesday to Friday from ten to six, Saturdays from nine to two. Closed on Sundays and Mondays.\n\nRepairs\n\nSmall repairs are done while the customer waits. A full service takes two working days. We call when a repair costs more than was agreed.\n\nWarranty\n\nWork is guaranteed for twelve months, parts as long as their maker says. Wear of chains, pads and tyres is not covered.",
                     *             "score": 0.0002,
                     *             "rank": 3,
                     *             "source": "document",
                     *             "metadata": {
                     *               "fileName": "Workshop handbook",
                     *               "contentType": "document",
                     *               "title": "Workshop handbook",
                     *               "sourceId": "0198c0de-0000-7000-8000-000000000021",
                     *               "section": [
                     *                 "Workshop handbook"
                     *               ]
                     *             }
                     *           }
                     *         ],
                     *         "totalResults": 3,
                     *         "query": "how do I mend a puncture",
                     *         "searchType": "hybrid",
                     *         "latencyMs": 120
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Searches the knowledge base for passages that the viewer can read. 400 with `details` for invalid input. */
                        data: components["schemas"]["SearchResults"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListTriggers: {
        parameters: {
            query?: {
                /** @description Type of the triggers. */
                type?: components["schemas"]["TriggerType"];
                /** @description Whether the triggers are enabled. */
                enabled?: boolean;
                /** @description Exact tag. */
                tag?: string;
                /** @description Page size, at least 1; clamped to the maximum of the list. */
                limit?: number;
                /** @description How many items to skip, at least 0. Cannot be combined with `after`. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Triggers in the order in which they are checked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "triggers": [
                     *           {
                     *             "id": "0198c0de-0000-7000-8000-000000000025",
                     *             "revision": 1,
                     *             "type": "keyword",
                     *             "trigger": {
                     *               "value": "opening hours",
                     *               "confidence": 0.7,
                     *               "examples": []
                     *             },
                     *             "response": {
                     *               "message": "We are open from nine to six."
                     *             },
                     *             "actions": [],
                     *             "options": {
                     *               "skipAgent": false,
                     *               "actionsOnly": false,
                     *               "priority": 0
                     *             },
                     *             "enabled": true,
                     *             "tags": [],
                     *             "createdAt": "2026-01-15T09:30:00.000Z",
                     *             "updatedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "hasMore": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Triggers in the order in which they are checked. Page size: default 50, maximum 100. */
                        data: components["schemas"]["TriggerPage"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreateTrigger: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new trigger. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "keyword",
                 *       "trigger": {
                 *         "value": "opening hours"
                 *       },
                 *       "response": {
                 *         "message": "We are open from nine to six."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateTriggerInput"];
            };
        };
        responses: {
            /** @description A rule that answers a message or adds actions to the answer. With an API key without the scope `read`: only `id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000025",
                     *         "revision": 1,
                     *         "type": "keyword",
                     *         "trigger": {
                     *           "value": "opening hours",
                     *           "confidence": 0.7,
                     *           "examples": []
                     *         },
                     *         "response": {
                     *           "message": "We are open from nine to six."
                     *         },
                     *         "actions": [],
                     *         "options": {
                     *           "skipAgent": false,
                     *           "actionsOnly": false,
                     *           "priority": 0
                     *         },
                     *         "enabled": true,
                     *         "tags": [],
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Creates a trigger. 409 if another keyword trigger has the same value. */
                        data: components["schemas"]["Trigger"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Creates a trigger. 409 if another keyword trigger has the same value. */
                        data: components["schemas"]["TriggerIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the trigger. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A trigger. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000025",
                     *         "revision": 1,
                     *         "type": "keyword",
                     *         "trigger": {
                     *           "value": "opening hours",
                     *           "confidence": 0.7,
                     *           "examples": []
                     *         },
                     *         "response": {
                     *           "message": "We are open from nine to six."
                     *         },
                     *         "actions": [],
                     *         "options": {
                     *           "skipAgent": false,
                     *           "actionsOnly": false,
                     *           "priority": 0
                     *         },
                     *         "enabled": true,
                     *         "tags": [],
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description A trigger. 400 for a malformed id, 404 for an unknown id. */
                        data: components["schemas"]["Trigger"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateTrigger: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the trigger. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateTriggerInput"];
            };
        };
        responses: {
            /** @description A rule that answers a message or adds actions to the answer. With an API key without the scope `read`: only `id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000025",
                     *         "revision": 2,
                     *         "type": "keyword",
                     *         "trigger": {
                     *           "value": "opening hours",
                     *           "confidence": 0.7,
                     *           "examples": []
                     *         },
                     *         "response": {
                     *           "message": "We are open from nine to six."
                     *         },
                     *         "actions": [],
                     *         "options": {
                     *           "skipAgent": false,
                     *           "actionsOnly": false,
                     *           "priority": 0
                     *         },
                     *         "enabled": false,
                     *         "tags": [],
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Updates a trigger. Omitted fields keep their value; null clears or restores the default. 409 if another keyword trigger has the same value. */
                        data: components["schemas"]["Trigger"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Updates a trigger. Omitted fields keep their value; null clears or restores the default. 409 if another keyword trigger has the same value. */
                        data: components["schemas"]["TriggerIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    DeleteTrigger: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the trigger. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Result of a deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000025",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Deletes a trigger. 404 for an unknown id. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetUserSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Subscriptions and membership of the user. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "isAuthenticated": false,
                     *       "subscriptions": [],
                     *       "membershipExpiry": null,
                     *       "availableSubscriptions": [],
                     *       "message": "Not authenticated: send a valid identity token to see subscriptions"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Whether the request has a valid token. */
                        isAuthenticated: boolean;
                        /** @description The user; null without a valid token. */
                        user?: components["schemas"]["SubscriptionUser"];
                        /** @description Slugs of the subscriptions of the user, included ones as well. */
                        subscriptions: string[];
                        /** @description Current tier; null without a valid token. */
                        membershipTier?: components["schemas"]["MembershipTier"];
                        /**
                         * Format: date-time
                         * @description When the membership expires or expired; null if it does not expire.
                         */
                        membershipExpiry: string | null;
                        /** @description Subscriptions that the site offers. */
                        availableSubscriptions: components["schemas"]["AvailableSubscription"][];
                        /** @description Why the user is not authenticated; null with a valid token. */
                        message?: string;
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            /** @description Internal error of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    ListWebhookTools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhook tools, sorted by name. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "_id": "0198c0de-0000-7000-8000-000000000026",
                     *           "revision": 1,
                     *           "name": "stock",
                     *           "description": "Tells how many of an article are in stock.",
                     *           "inputSchema": {
                     *             "type": "object",
                     *             "properties": {
                     *               "article": {
                     *                 "type": "string"
                     *               }
                     *             },
                     *             "required": [
                     *               "article"
                     *             ]
                     *           },
                     *           "endpoint": "https://example.org/stock",
                     *           "method": "GET",
                     *           "headers": {},
                     *           "enabled": true,
                     *           "effect": "read",
                     *           "runsWithoutConfirmation": false,
                     *           "mayReceive": "public",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The items of this page, in the requested order. */
                        data: components["schemas"]["WebhookTool"][];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreateWebhookTool: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new tool. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "stock",
                 *       "description": "Tells how many of an article are in stock.",
                 *       "inputSchema": {
                 *         "type": "object",
                 *         "properties": {
                 *           "article": {
                 *             "type": "string"
                 *           }
                 *         },
                 *         "required": [
                 *           "article"
                 *         ]
                 *       },
                 *       "endpoint": "https://example.org/stock",
                 *       "method": "GET"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookToolInput"];
            };
        };
        responses: {
            /** @description An endpoint that the agent may call during a chat. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`, `signingSecret`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000026",
                     *         "revision": 1,
                     *         "name": "stock",
                     *         "description": "Tells how many of an article are in stock.",
                     *         "inputSchema": {
                     *           "type": "object",
                     *           "properties": {
                     *             "article": {
                     *               "type": "string"
                     *             }
                     *           },
                     *           "required": [
                     *             "article"
                     *           ]
                     *         },
                     *         "endpoint": "https://example.org/stock",
                     *         "method": "GET",
                     *         "headers": {},
                     *         "enabled": true,
                     *         "effect": "read",
                     *         "runsWithoutConfirmation": false,
                     *         "mayReceive": "public",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "signingSecret": "whsec_c2VjcmV0IG9mIHRoZSB3ZWJob29rIHRvb2w="
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Creates a webhook tool. Only this result contains the signing secret. 409 if the name is already used; 400 with `details` for invalid input. */
                        data: components["schemas"]["CreateWebhookToolWebhookTool"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Creates a webhook tool. Only this result contains the signing secret. 409 if the name is already used; 400 with `details` for invalid input. */
                        data: components["schemas"]["WebhookToolIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetWebhookTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tool. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A webhook tool. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000026",
                     *         "revision": 2,
                     *         "name": "stock",
                     *         "description": "Tells how many of an article are in stock.",
                     *         "inputSchema": {
                     *           "type": "object",
                     *           "properties": {
                     *             "article": {
                     *               "type": "string"
                     *             }
                     *           },
                     *           "required": [
                     *             "article"
                     *           ]
                     *         },
                     *         "endpoint": "https://example.org/stock",
                     *         "method": "GET",
                     *         "headers": {},
                     *         "enabled": true,
                     *         "effect": "read",
                     *         "runsWithoutConfirmation": false,
                     *         "mayReceive": "public",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description A webhook tool. 404 for an unknown id. */
                        data: components["schemas"]["WebhookTool"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` has the current entity tag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateWebhookTool: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the tool. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookToolInput"];
            };
        };
        responses: {
            /** @description An endpoint that the agent may call during a chat. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000026",
                     *         "revision": 3,
                     *         "name": "stock",
                     *         "description": "Tells how many of an article are in stock.",
                     *         "inputSchema": {
                     *           "type": "object",
                     *           "properties": {
                     *             "article": {
                     *               "type": "string"
                     *             }
                     *           },
                     *           "required": [
                     *             "article"
                     *           ]
                     *         },
                     *         "endpoint": "https://example.org/stock",
                     *         "method": "GET",
                     *         "headers": {},
                     *         "enabled": false,
                     *         "effect": "read",
                     *         "runsWithoutConfirmation": false,
                     *         "mayReceive": "public",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Updates a webhook tool. Omitted fields keep their value. */
                        data: components["schemas"]["WebhookTool"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Updates a webhook tool. Omitted fields keep their value. */
                        data: components["schemas"]["UpdateWebhookToolWebhookToolIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with an existing resource or another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    DeleteWebhookTool: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the tool. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Result of a deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-0000-7000-8000-000000000026",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Deletes a webhook tool. The agent stops calling it immediately. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    RotateWebhookToolSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not executed again: it gets the stored response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the tool. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An endpoint that the agent may call during a chat. With an API key without the scope `read`: only `_id`, `revision`, `createdAt`, `updatedAt`, `signingSecret`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "_id": "0198c0de-0000-7000-8000-000000000026",
                     *         "revision": 2,
                     *         "name": "stock",
                     *         "description": "Tells how many of an article are in stock.",
                     *         "inputSchema": {
                     *           "type": "object",
                     *           "properties": {
                     *             "article": {
                     *               "type": "string"
                     *             }
                     *           },
                     *           "required": [
                     *             "article"
                     *           ]
                     *         },
                     *         "endpoint": "https://example.org/stock",
                     *         "method": "GET",
                     *         "headers": {},
                     *         "enabled": true,
                     *         "effect": "read",
                     *         "runsWithoutConfirmation": false,
                     *         "mayReceive": "public",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "signingSecret": "whsec_c2VjcmV0IG9mIHRoZSB3ZWJob29rIHRvb2w="
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Creates a new signing secret for a webhook tool. Only this result contains it. For 24 hours calls are also signed with the previous secret. */
                        data: components["schemas"]["CreateWebhookToolWebhookTool"];
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Creates a new signing secret for a webhook tool. Only this result contains it. For 24 hours calls are also signed with the previous secret. */
                        data: components["schemas"]["WebhookToolIdentity"];
                    };
                };
            };
            /** @description Invalid request: the message names the invalid part. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The resource does not exist, or belongs to another site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
